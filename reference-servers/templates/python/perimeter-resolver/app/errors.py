"""The bodies of failed requests, as this contract defines them."""

from .models import ErrorList, SystemError


def refusal(path: str, problems: list[str]) -> ErrorList:
    """The request cannot be accepted as it is, or no resource fits it."""
    return ErrorList(errors=problems, user_message="The request cannot be answered.")


def failure(path: str, problem: str) -> SystemError:
    """The request was acceptable, but the server failed."""
    return SystemError(error=problem, user_message="Something went wrong in the service.")
