"""How numba compiles a rule that only compiled code calls: into its callers, without machine code of its own.

numba would make each function callable by itself: two wrappers, optimised and loaded machine code. A game has over a
hundred rules and Python enters a dozen; leaving that out for the others halves the time until a game can start.
"""
# mypy: ignore-errors

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import shorten
from typing import Any

from numba import _dynfunc
from numba.core import codegen, typed_passes, typeinfer, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.errors import NumbaError
from numba.core.targetconfig import ConfigStack

from burgrave.core.errors import ContractError

LONGEST_REASON = 300


class LinkedLibrary(codegen.JITCodeLibrary):
    """The code of a rule that only compiled code calls: tidied once, linked into its callers and never loaded.

    It holds that one rule; whoever links it links the rules that it calls too (`everything`).
    """

    def finalize(self) -> None:
        """Leave what concerns several rules to the callers."""
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


type_of_call = types.BaseFunction.get_call_type
_known: dict[Any, tuple[Any, Any]] = {}


def known_type_of_call(function: Any, context: Any, arguments: Any, keywords: Any) -> Any:
    """The signature of a call of an operator or of one of numba's own functions, worked out once for the same types."""
    flags = ConfigStack.top_or_none()
    settings = tuple((name, str(value)) for name, value in flags._values.items()) if flags else ()
    call = id(context), settings, function, tuple(arguments), tuple(keywords.items())
    found = _known.get(call)
    if found is None:
        signature = type_of_call(function, context, arguments, keywords)
        found = _known[call] = signature, function._impl_keys[signature.args]
    signature, function._impl_keys[signature.args] = found
    return signature


@contextmanager
def remembering() -> Iterator[None]:
    """Let numba remember what calls are; it would try all that an operator may mean at every place where it stands.

    That is a sixth of the time in which a game is compiled.
    """
    outermost = types.BaseFunction.get_call_type is type_of_call
    types.BaseFunction.get_call_type = known_type_of_call
    try:
        yield
    finally:
        if outermost:
            types.BaseFunction.get_call_type = type_of_call
            _known.clear()


def compile_once(dispatcher: Any, signature: Any) -> None:
    """Compile a function with this signature and no other; what is wrong with it is said in one sentence."""
    try:
        with typeinfer.register_dispatcher(dispatcher), remembering():
            dispatcher.compile(signature)
    except ContractError:
        raise  # something that it calls has said it
    except Exception as error:
        raise ContractError(in_one_sentence(dispatcher.py_func, error)) from error
    dispatcher.disable_compile()


def in_one_sentence(function: Any, error: Exception) -> str:
    """What the compiler has against a function, with file and line."""
    code, place = function.__code__, getattr(error, "loc", None)
    line = place.line if place is not None and place.filename == code.co_filename else code.co_firstlineno
    text = str(error) if isinstance(error, NumbaError) else f"{type(error).__name__}: {error}"
    said = [part for part in text.splitlines() if part.strip() and not part.startswith("Failed in nopython mode")]
    why = shorten(" ".join(said[: 1 + said[0].endswith(":")]), LONGEST_REASON)
    return f"{Path(code.co_filename).name}:{line}: {function.__name__} cannot be compiled: {why}"


def compile_when_needed(dispatcher: Any, signature: tuple[Any, ...]) -> Any:
    """Give a function one explicit signature, and put its compilation off until another function calls it."""
    find_template = dispatcher.get_call_template

    def compile_first(args: Any, keywords: Any) -> Any:
        if dispatcher._can_compile:
            compile_once(dispatcher, signature)
        return find_template(args, keywords)

    dispatcher.get_call_template = compile_first
    return dispatcher
