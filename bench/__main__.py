"""Prints the table that stands in docs/speed.md."""

from bench import library, service


def main() -> None:
    print("| what | measured | wanted |")
    print("|---|---|---|")
    for what, measured, at_most in library.rows():
        print(f"| {what} | {measured:.1f} times | at most {at_most} times |", flush=True)
    for what, share, at_least in service.rows():
        print(f"| {what} | {share:.0%} | at least {at_least:.0%} |", flush=True)


if __name__ == "__main__":
    main()
