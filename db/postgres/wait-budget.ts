import { AsyncLocalStorage } from 'node:async_hooks'

/** The milliseconds that a request may still wait for the database; waits at the same time count once. */
class WaitBudget {
  #leftMs: number
  #waits = 0
  #since = 0

  constructor(ms: number) {
    this.#leftMs = ms
  }

  get leftMs(): number {
    return this.#waits ? this.#leftMs - (performance.now() - this.#since) : this.#leftMs
  }

  lift(): void {
    this.#leftMs = Number.POSITIVE_INFINITY
  }

  begin(): void {
    if (this.#waits++ === 0) this.#since = performance.now()
  }

  end(): void {
    if (--this.#waits === 0) this.#leftMs -= performance.now() - this.#since
  }
}

const budgets = new AsyncLocalStorage<WaitBudget>()

/** The message of the fault after which a request waits no more; `isAway` knows it. */
export const BUDGET_SPENT = 'Database wait budget spent'

/**
 * Limits the total time that a request waits for connections and responses of the database, in milliseconds. Passes
 * `act` a function that removes the limit for streams and background work.
 */
export function runWithWaitBudget<T>(ms: number, act: (lift: () => void) => T): T {
  const budget = new WaitBudget(ms)
  return budgets.run(budget, () => act(() => budget.lift()))
}

/** Removes the limit of the current request, for long work such as an import. Does nothing outside a request. */
export const liftWaitBudget = (): void => budgets.getStore()?.lift()

/** Runs work that several requests share, so that none of them limits it. */
export const runWithoutWaitBudget = <T>(act: () => T): T => budgets.exit(act)

export const isBudgetSpent = (fault: unknown): boolean =>
  (fault as { message?: string } | undefined)?.message === BUDGET_SPENT

export const waitLeftMs = (): number => budgets.getStore()?.leftMs ?? Number.POSITIVE_INFINITY

export function waitWithinBudget<T>(work: Promise<T>): Promise<T> {
  const leftMs = waitLeftMs()
  if (leftMs === Number.POSITIVE_INFINITY) return work
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(BUDGET_SPENT)), Math.max(0, leftMs))
  return countWait(Promise.race([work, late]).finally(() => clearTimeout(timer)))
}

/** Counts a wait against the budget of the caller's request until it settles. */
export function countWait<T>(wait: Promise<T>): Promise<T> {
  const budget = budgets.getStore()
  if (!budget) return wait
  budget.begin()
  return wait.finally(() => budget.end())
}
