"""Opens a page of gbq html in headless Chromium and runs checks on it, read
from standard input as Python, with `page` for the driver.

usage: browser.py FILE [WIDTH [light|dark]] < checks
"""
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service


class Page:
    """A page in a browser without network."""

    def __init__(self, path, width, scheme, script=True):
        options = Options()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu",
                         "--host-resolver-rules=MAP * ~NOTFOUND"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(
            service=Service("/usr/bin/chromedriver"), options=options)
        self.command("Emulation.setDeviceMetricsOverride", width=width,
                     height=900, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme}])
        self.command("Emulation.setScriptExecutionDisabled",
                     value=not script)
        self.driver.get("file://" + path)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def js(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def value(self, expression):
        return self.js("return " + expression)

    def wait(self, expression, wanted):
        """Until an expression has a value: what is emulated takes a while."""
        for _ in range(50):
            got = self.value(expression)
            if got == wanted:
                return
            time.sleep(.1)
        raise AssertionError("%s: %r, not %r" % (expression, got, wanted))

    def all(self, css):
        return self.driver.find_elements("css selector", css)

    def one(self, css):
        return self.driver.find_element("css selector", css)

    def texts(self, css):
        return [element.text for element in self.all(css)]

    def log(self):
        """What the console has, without the icon that no page has."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if "favicon" not in entry["message"]]


def main():
    path = sys.argv[1]
    width = int(sys.argv[2]) if len(sys.argv) > 2 else 1280
    scheme = sys.argv[3] if len(sys.argv) > 3 else "light"
    page = Page(path, width, scheme)
    try:
        exec(compile(sys.stdin.read(), "checks", "exec"),
             {"page": page, "Page": Page, "path": path})
    finally:
        page.driver.quit()


if __name__ == "__main__":
    main()
