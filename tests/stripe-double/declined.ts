export class Declined extends Error {
  readonly status: number
  readonly type: string
  readonly code: string | undefined
  readonly declineCode: string | undefined
  /** Rejected before processing: not stored under the idempotency key. */
  readonly unheard: boolean
  constructor(
    status: number,
    type: string,
    code: string | undefined,
    message: string,
    { declineCode, unheard = false }: { declineCode?: string; unheard?: boolean } = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.code = code
    this.declineCode = declineCode
    this.unheard = unheard
  }
}

export const invalid = (code: string | undefined, message: string) =>
  new Declined(400, 'invalid_request_error', code, message)
export const missing = (what: string, id: string) =>
  new Declined(404, 'invalid_request_error', 'resource_missing', `No such ${what}: '${id}'`)

export function needed(params: URLSearchParams, name: string): string {
  const given = params.get(name)
  if (given) return given
  throw new Declined(400, 'invalid_request_error', 'parameter_missing', `Missing required param: ${name}.`, {
    unheard: true,
  })
}

export function amountIn(params: URLSearchParams, otherwise?: number): number {
  const amount = Number(params.get('amount') ?? otherwise)
  if (Number.isInteger(amount) && amount > 0) return amount
  throw new Declined(400, 'invalid_request_error', 'parameter_invalid_integer', 'Invalid positive integer', {
    unheard: true,
  })
}

/** The parameters of a group: `metadata[payment]=…`. */
export function group(params: URLSearchParams, name: string): Record<string, string> {
  return Object.fromEntries(
    [...params].flatMap(([key, value]) =>
      key.startsWith(`${name}[`) ? [[key.slice(name.length + 1, -1), value]] : [],
    ),
  )
}

export function listed<T extends { id: string }>(all: readonly T[], params: URLSearchParams, url: string) {
  const newest = all.toReversed()
  const after = params.get('starting_after')
  const from = after ? newest.findIndex(({ id }) => id === after) + 1 : 0
  const limit = Number(params.get('limit') ?? 10)
  return { object: 'list', url, data: newest.slice(from, from + limit), has_more: newest.length > from + limit }
}

/** A return URL is required if a payment method can redirect. */
export function wantsReturn(
  { automatic_payment_methods: ways }: { automatic_payment_methods: { allow_redirects?: string } | null },
  params: URLSearchParams,
): void {
  if (ways?.allow_redirects !== 'never' && !params.get('return_url'))
    throw invalid(
      undefined,
      'This intent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`.',
    )
}
