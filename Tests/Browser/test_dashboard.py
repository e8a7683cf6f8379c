import re
import shutil
import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe

import make
import preview
from conftest import MODES, ROOT, SHOTS

PAGES = {
    "launches": "#/",
    "cold": "#/launch/cold-home",
    "killed": "#/launch/killed-migration",
    "foreign": "#/launch/foreign-editor",
    "gate": "#/launch/gate-update",
    "failed": "#/launch/failed-push",
    "link": "#/launch/link-article",
    "gone": "#/launch/nobody",
}


def settle(page):
    page.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )


def drawn(page, key):
    return int(page.locator("canvas.lanes").get_attribute(f"data-{key}"))


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("size,theme", MODES)
def test_every_page_is_accessible_and_fits_its_window(open_page, name, size, theme):
    page = open_page(PAGES[name], size, theme)
    settle(page)
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / f"{name}-{size}-{theme}.png")
    page.screenshot(path=SHOTS / f"{name}-{size}-{theme}-full.png", full_page=True)
    found = [
        (v["id"], [n["html"][:120] for n in v["nodes"]])
        for v in Axe().run(page).response["violations"]
    ]
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    if name == "gone":
        page.faults[:] = [fault for fault in page.faults if "404" not in fault]


def test_the_list_is_newest_first_and_marks_what_is_not_counted_and_what_died(open_page):
    page = open_page()
    times = page.locator("tbody th").all_inner_texts()
    assert times == sorted(times, reverse=True)
    assert (
        "killed in open store" in page.locator("tr.out", has_text="killed").inner_text()
        or "killed in" in page.locator("tbody").inner_text()
    )
    assert "not counted: debugger" in page.locator("tbody").inner_text()


def test_filters_and_order_are_in_the_address_and_survive_a_reload(open_page):
    page = open_page()
    page.get_by_label("Filter by any word").fill("2.3.1")
    page.get_by_role("button", name="first frame").click()
    page.wait_for_url(lambda url: "q=2.3.1" in url and "sort=firstFrame" in url)
    before = page.locator("tbody").inner_text()
    page.reload()
    page.wait_for_selector("tbody tr")
    assert page.locator("tbody").inner_text() == before
    assert page.locator("tbody tr").count() == 4


def test_a_filter_that_nothing_matches_can_be_cleared(open_page):
    page = open_page("#/?q=zebra")
    page.get_by_text("No launch matches these filters.").wait_for()
    page.get_by_role("button", name="Clear the filters").click()
    assert page.locator("tbody tr").count() == len(make.stories()) + 1


def test_keys_zoom_move_step_and_clear(open_page):
    page = open_page("#/launch/cold-home")
    settle(page)
    wide = drawn(page, "to") - drawn(page, "from")
    page.keyboard.press("w")
    settle(page)
    assert drawn(page, "to") - drawn(page, "from") < wide
    left = drawn(page, "from")
    page.keyboard.press("d")
    settle(page)
    assert drawn(page, "from") > left
    name = page.locator("aside h2").inner_text()
    page.keyboard.press(",")
    assert page.locator("aside h2").inner_text() != name
    page.keyboard.press(".")
    assert page.locator("aside h2").inner_text() == name
    page.keyboard.press("f")
    page.keyboard.press("Escape")
    assert page.locator("aside h2").inner_text() == "Nothing selected"
    page.keyboard.press("/")
    page.keyboard.type("text layout")
    assert page.locator("aside h2").inner_text() == "text layout"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    assert page.locator("dialog").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("]")
    page.wait_for_url(lambda url: "cold-home" not in url)


def test_the_whole_launch_is_shown_to_its_end(open_page):
    page = open_page("#/launch/cold-home")
    settle(page)
    assert drawn(page, "to") < page.evaluate(
        """async () => {
          const { readLaunch } = await import('./model.js');
          const { fetchLaunch } = await import('./api.js');
          window.whole = readLaunch(await fetchLaunch('cold-home')).end;
          return window.whole;
        }"""
    )
    page.get_by_role("button", name="Show the whole launch").click()
    settle(page)
    assert drawn(page, "to") >= page.evaluate("window.whole")


def wait_for_address(page):
    """Waits until the address has followed: it is written at most ten times a second."""
    page.wait_for_function(
        """() => new Promise((done) => {
          const before = location.hash;
          setTimeout(() => done(before === location.hash), 300);
        })"""
    )


def test_selection_and_window_are_in_the_address(open_page):
    page = open_page("#/launch/cold-home")
    page.locator("h1 a", has_text="open store").click()
    page.keyboard.press("f")
    wait_for_address(page)
    settle(page)
    window = drawn(page, "from"), drawn(page, "to")
    page.reload()
    page.wait_for_selector("aside h2")
    settle(page)
    assert page.locator("aside h2").inner_text() == "open store"
    assert (drawn(page, "from"), drawn(page, "to")) == window


def test_a_click_on_a_bar_selects_it_and_says_why_it_runs_there(open_page):
    page = open_page("#/launch/cold-home")
    settle(page)
    page.get_by_role("searchbox").fill("cached feed")
    assert (
        page.locator("aside h2").inner_text() == "cached feed"
        or "cached feed" in page.locator("aside").inner_text()
    )
    page.locator("h1 a", has_text="open store").click()
    assert re.search(r"for\s+cached feed", page.locator("aside .chain").inner_text())
    assert "home" in page.locator("aside .chain").inner_text()


def test_an_address_that_changes_before_a_selection_is_written_into_it_stays(open_page):
    page = open_page("#/launch/cold-home")
    settle(page)
    address = page.evaluate(
        """() => {
          const field = document.querySelector('#find');
          field.value = 'cached feed';
          field.dispatchEvent(new Event('input'));
          // As if a link were followed whose event has not come yet.
          history.pushState(null, '', '#/launch/cold-home?sel=elsewhere');
          return new Promise((done) => setTimeout(() => done(location.hash), 300));
        }"""
    )
    assert address.endswith("sel=elsewhere")


def test_a_launch_that_died_names_what_was_unfinished(open_page):
    page = open_page("#/launch/killed-migration")
    assert "killed in open store" in page.locator(".evidence").inner_text()
    assert "12 entries dropped" in page.locator(".evidence").inner_text()
    assert "did not finish" in page.locator("aside").inner_text()


def test_hostile_names_stay_text(open_page):
    page = open_page()
    page.locator("tbody a").nth(0).wait_for()
    page.locator("tbody tr", has_text="<img").locator("a").click()
    page.wait_for_selector("aside h2")
    settle(page)
    assert page.locator("main img, main script").count() == 0
    assert make.HOSTILE in page.locator("aside h2").inner_text()
    assert page.title() != "1"


def test_five_thousand_spans_are_one_frame_an_input_at_most(open_page):
    page = open_page("#/launch/crowd")
    settle(page)
    before = drawn(page, "frames")
    for key in ["w"] * 6 + ["d"] * 10 + ["s"] * 4:
        page.keyboard.press(key)
    settle(page)
    assert 1 <= drawn(page, "frames") - before <= 20
    assert drawn(page, "drawn") < 5000
    worst = page.evaluate("""async () => {
      let worst = 0;
      for (let i = 0; i < 30; i += 1) {
        const key = i % 2 ? 'w' : 's';
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        const frames = Number(document.querySelector('canvas.lanes').dataset.frames);
        let waited = 0;
        while (Number(document.querySelector('canvas.lanes').dataset.frames) === frames) {
          await new Promise(requestAnimationFrame);
          waited += 1;
        }
        worst = Math.max(worst, waited);
      }
      return worst;
    }""")
    assert worst <= 2


def test_an_empty_folder_says_how_to_record(open_page):
    server = preview.serve([])
    page = open_page(at=f"http://127.0.0.1:{server.server_port}")
    assert "launchpath record" in page.locator("main").inner_text()
    server.shutdown()


def test_a_server_that_went_away_leaves_what_was_read(open_page):
    page = open_page()
    rows = page.locator("tbody tr").count()
    page.route("**/api/**", lambda route: route.abort())
    page.evaluate("location.hash = '#/launch/cold-home'")
    page.get_by_text("The server does not answer since").wait_for()
    assert page.locator("tbody tr").count() == rows
    page.unroute("**/api/**")
    page.get_by_role("button", name="Try again").click()
    page.wait_for_selector("aside h2")
    assert page.locator("#alarm").inner_text() == ""
    page.faults[:] = [fault for fault in page.faults if "ERR_FAILED" not in fault]


def test_the_theme_can_be_switched(open_page):
    page = open_page("#/launch/cold-home")
    light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.get_by_label("Switch between light and dark").click()
    settle(page)
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != light


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_the_pure_modules():
    run = subprocess.run(
        ["node", "--test", str(ROOT / "Tests/Browser/model.test.mjs")],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stdout + run.stderr
