/**
 * Builds while the user types, one build at a time. Text typed during a build shares the next one and does not cancel
 * this one.
 */
export class TypingBuilds {
  readonly #build: (id: string) => Promise<void>;
  readonly #failed: (problem: unknown) => void;
  readonly #typed = new Set<string>();
  #building = false;

  constructor(build: (id: string) => Promise<void>, failed: (problem: unknown) => void) {
    this.#build = build;
    this.#failed = failed;
  }

  note(id: string): void {
    this.#typed.add(id);
    if (!this.#building) void this.#work();
  }

  async #work(): Promise<void> {
    this.#building = true;
    while (this.#typed.size > 0) {
      const ids = [...this.#typed];
      this.#typed.clear();
      await Promise.all(ids.map((id) => this.#build(id))).catch(this.#failed);
    }
    this.#building = false;
  }
}
