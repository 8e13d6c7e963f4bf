/** Names the calls of one act: the same call keeps its Idempotency-Key until it is refused or the act is done, so that what was lost on the way is done once. */
export class ActKeys {
  readonly #keys = new Map<string, string>()

  /** The key of a call, as long as nothing is known of how it ended. */
  of(call: string): string {
    const key = this.#keys.get(call) ?? crypto.randomUUID()
    this.#keys.set(call, key)
    return key
  }

  /** Lets a key go whose call was refused for good: nothing was done under it. */
  refused(call: string, status: number, code: string): void {
    // A call that is still running, or that nobody could finish, may yet have been done.
    if (status >= 400 && status < 500 && code !== 'request_running') this.#keys.delete(call)
  }

  /** The act is done: the next press is another one. */
  done(): void {
    this.#keys.clear()
  }
}
