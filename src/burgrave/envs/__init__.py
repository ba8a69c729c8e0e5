"""Reinforcement-learning environments: PettingZoo, Gymnasium, OpenSpiel, and a vectorised one of our own.

Each framework is an extra and its module is imported by name, for example `burgrave.envs.pettingzoo`.
"""
