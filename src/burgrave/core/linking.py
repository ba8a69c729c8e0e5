"""How numba compiles a rule that only compiled code calls: into its callers, without machine code of its own.

numba would make each function callable by itself: two wrappers, optimised and loaded machine code. A game has over a
hundred rules and Python enters a dozen; leaving that out for the others halves the time until a game can start.
"""
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from numba import _dynfunc
from numba.core import codegen, typed_passes, typeinfer
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass


class LinkedLibrary(codegen.JITCodeLibrary):
    """The code of a rule that only compiled code calls: linked into its callers, which optimise it; never loaded.

    It holds that one rule; whoever links it links the rules that it calls too (`everything`).
    """

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Leave all work to the callers."""
        self._finalize_dynamic_globals()
        self._finalized = True

    @property
    def everything(self) -> list[Any]:
        """The rule and all that it calls."""
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        return [self, *dict.fromkeys(self._linking_libraries)]


@register_pass(mutates_CFG=True, analysis_only=False)
class LinkedLowering(typed_passes.NativeLowering):
    """Makes a rule's code ready to be linked into others, which is all that most rules need."""

    _name = "linked_lowering"

    def run_pass(self, state: Any) -> bool:
        """Lower the function into a library of our own."""
        state.library = LinkedLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        # numba tells functions apart by what Python would call; `Rule` sees to it that nothing calls this one.
        known_by = _dynfunc.make_function(
            state.cr.fndesc.lookup_module(), state.func_id.func_name, "", 0, state.cr.env, (state.library,)
        )
        state.cr = state.cr._replace(cfunc=known_by)
        state.targetctx.insert_user_function(known_by, state.cr.fndesc, state.library.everything)
        return True


class LinkedCompiler(CompilerBase):
    """numba's compiler, without machine code for the function alone."""

    def define_pipelines(self) -> list[Any]:
        """Numba's own steps but the last."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            (LinkedLowering if step is typed_passes.NativeLowering else step, why) for step, why in passes.passes
        ]
        passes.finalize()
        return [passes]


def compile_once(dispatcher: Any, signature: Any) -> None:
    """Compile a function with this signature and no other."""
    with typeinfer.register_dispatcher(dispatcher):
        dispatcher.compile(signature)
    dispatcher.disable_compile()


def compile_when_needed(dispatcher: Any, signature: tuple[Any, ...]) -> Any:
    """Give a function one explicit signature, and put its compilation off until another function calls it."""
    find_template = dispatcher.get_call_template

    def compile_first(args: Any, keywords: Any) -> Any:
        if dispatcher._can_compile:
            compile_once(dispatcher, signature)
        return find_template(args, keywords)

    dispatcher.get_call_template = compile_first
    return dispatcher
