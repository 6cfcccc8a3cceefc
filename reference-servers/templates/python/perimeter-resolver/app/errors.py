"""Bodies of the error responses in this contract."""

from .models import ErrorList, SystemError


def refusal(path: str, problems: list[str]) -> ErrorList:
    """Body for an invalid request, or for one that matches no resource."""
    return ErrorList(errors=problems, user_message="The request cannot be answered.")


def failure(path: str, problem: str) -> SystemError:
    """Body for an error of the server."""
    return SystemError(error=problem, user_message="Something went wrong in the service.")
