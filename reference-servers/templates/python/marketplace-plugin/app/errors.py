"""Bodies of the error responses in this contract."""

from .models import ErrorList, ErrorText


def refusal(path: str, problems: list[str]) -> ErrorList:
    """Body for an invalid request."""
    return ErrorList(errors=problems, user_message="The request cannot be accepted.")


def failure(path: str, problem: str) -> ErrorText:
    """Body for an error of the server."""
    return ErrorText(error=problem, user_message="Something went wrong in the service.")
