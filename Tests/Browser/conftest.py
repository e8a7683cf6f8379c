import os
import pathlib

import pytest
from playwright.sync_api import sync_playwright

import preview  # First: it makes the fixtures importable.
import make

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHOTS = ROOT / ".build" / "shots"
MODES = [(size, theme) for size in ["wide", "narrow"] for theme in ["light", "dark"]]
SIZES = {"wide": {"width": 1440, "height": 900}, "narrow": {"width": 390, "height": 844}}


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site():
    server = preview.serve([story.document() for story in [*make.stories(), make.crowd()]])
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def open_page(browser, site):
    """Opens an address of the page; at the end nothing may have been logged or asked elsewhere."""
    contexts, faults = [], []

    def open(address="#/", size="wide", theme="light", at=site):
        context = browser.new_context(viewport=SIZES[size], color_scheme=theme)
        contexts.append(context)
        page = context.new_page()
        page.faults = faults
        page.on(
            "console", lambda m: faults.append(m.text) if m.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda r: None if r.url.startswith(at) else faults.append(r.url))
        page.goto(f"{at}/{address}")
        page.wait_for_selector("h1")
        return page

    yield open
    for context in contexts:
        context.close()
    assert faults == []
