"""The fields that a browser sends of a form as a page shows it, when one of its buttons is clicked."""

from __future__ import annotations

from html.parser import HTMLParser

_TICKED = ("checkbox", "radio")


class _Form(HTMLParser):
    """Reads the fields of the form with an id, in the order of the page."""

    def __init__(self, form: str, button: tuple[str, str]) -> None:
        super().__init__()
        self.fields: list[tuple[str, str]] = []
        self._form, self._button = form, button
        self._inside = False
        self._select, self._options = "", list[tuple[str, bool]]()
        self._area, self._text = "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        about = {name: value or "" for name, value in attrs}
        self._inside = self._inside or (tag == "form" and about.get("id") == self._form)
        name, value = about.get("name", ""), about.get("value", "")
        if not self._inside or "disabled" in about:
            return
        if tag == "select":
            self._select, self._options = name, []
        elif tag == "option":
            self._options.append((value, "selected" in about))
        elif tag == "textarea":
            self._area, self._text = name, ""
        elif tag == "button" and (name, value) == self._button:
            self.fields.append((name, value))
        elif tag == "input" and name and about.get("type") != "file":
            ticks = about.get("type") in _TICKED
            if not ticks or "checked" in about:
                self.fields.append((name, value or "on" if ticks and "value" not in about else value))

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._select:
            picked = [value for value, selected in self._options if selected] or [each for each, _ in self._options][:1]
            self.fields += [(self._select, each) for each in picked[-1:]]
            self._select = ""
        elif tag == "textarea" and self._area:
            self.fields.append((self._area, self._text.removeprefix("\n").replace("\n", "\r\n")))
            self._area = ""
        elif tag == "form":
            self._inside = False


def fields_of(page: str, form: str, button: tuple[str, str]) -> list[tuple[str, str]]:
    """Return (name, value) of all that the form with an id sends, untouched, by the button of a name and value."""
    read = _Form(form, button)
    read.feed(page)
    return read.fields
