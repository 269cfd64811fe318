"""Lints Verilog-2005 with slang: slang.py TOP FILE... prints what it objects to, exit status 1 where it does."""

import sys

from pyslang import driver


def main():
    top, files = sys.argv[1], sys.argv[2:]
    linter = driver.Driver()
    linter.addStandardArgs()
    command = " ".join(["slang", "--std=1364-2005", "-Weverything", "-Werror", "--top", top, *files])
    is_good = linter.parseCommandLine(command, driver.CommandLineOptions())
    is_good = is_good and linter.processOptions() and linter.parseAllSources()
    if is_good:
        compilation = linter.createCompilation()
        linter.reportCompilation(compilation, True)
        linter.runAnalysis(compilation)
    is_good = linter.reportDiagnostics(False) and is_good
    sys.exit(0 if is_good else 1)


main()
