"""Bodies of the error responses in this contract."""

from .models import ErrorList, SelectionError, SelectionErrors


def refusal(path: str, problems: list[str]) -> ErrorList | SelectionErrors:
    """Body for an invalid request. The two operations have different bodies."""
    if path.endswith("/validate"):
        suggestion = "Choose another value from the list."
        return SelectionErrors(errors=[SelectionError(error=one, suggestion=suggestion) for one in problems])
    return ErrorList(errors=problems, user_message="The request cannot be accepted.")


def failure(path: str, problem: str) -> ErrorList:
    """Body for an error of the server."""
    return ErrorList(errors=[problem], user_message="Something went wrong in the service.")
