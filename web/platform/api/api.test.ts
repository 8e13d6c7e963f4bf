import { describe, expect, test, vi } from 'vitest'
import { type ApiEnvironment, ApiError, createApiClient } from './api.ts'

const calls = {
  search: { create: 'POST /v1/quotes/' },
  quotes: { read: 'GET /v1/quotes/{quoteId}' },
  accounts: { login: 'POST /v1/accounts/login' },
} as const

function rig(answer: () => Response) {
  const send = vi.fn<ApiEnvironment['send']>(async () => answer())
  const around = { send, token: () => 'abc', loading: vi.fn(), toast: vi.fn(), signedOut: vi.fn() }
  return { ...around, api: createApiClient(calls, around) }
}

const refused = (status: number, message: string, headers = {}) =>
  new Response(JSON.stringify({ message, code: 'rate_limited', requestId: 'r1' }), { status, headers })

describe('The API client', () => {
  test('the client puts path fields into the path, the rest of a GET into the query, and sends the bearer token', async () => {
    const { api, send } = rig(() => Response.json({ data: { quote: 1 } }))
    await expect(api.quotes.read({ quoteId: 'a b', type: 'mobile', cursor: undefined })).resolves.toEqual({ quote: 1 })
    expect(send.mock.calls[0]?.[0]).toBe('/v1/quotes/a%20b?type=mobile')
    expect(send.mock.calls[0]?.[1].headers).toMatchObject({ authorization: 'Bearer abc' })
  })

  test('no token is sent when auth is off', async () => {
    const { api, send } = rig(() => Response.json({ data: {} }))
    await api.accounts.login(
      { email: 'ana@primp.test', password: 'x' },
      { auth: false, headers: { 'idempotency-key': 'k' } },
    )
    const { headers, body } = send.mock.calls[0]?.[1] ?? {}
    expect(headers).not.toHaveProperty('authorization')
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'k' })
    expect(JSON.parse(String(body))).toEqual({ email: 'ana@primp.test', password: 'x' })
  })

  test('a refusal is rethrown with its code, and shown as a toast only on request', async () => {
    const { api, toast } = rig(() => refused(429, 'That was a lot at once.', { 'retry-after': '12' }))
    const quiet = await api.quotes.read({ quoteId: 'q' }).catch((error: unknown) => error)
    expect(quiet).toBeInstanceOf(ApiError)
    expect(quiet).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 12 })
    expect(toast).not.toHaveBeenCalled()
    await api.quotes.read({ quoteId: 'q' }, { showToastOnError: true }).catch(() => {})
    expect(toast).toHaveBeenCalledWith('error', 'That was a lot at once.')
  })

  test('the loader is hidden after success and failure', async () => {
    const { api, loading } = rig(() => refused(503, 'Busy'))
    await api.quotes.read({ quoteId: 'q' }, { loader: 'Pricing the day' }).catch(() => {})
    expect(loading.mock.calls).toEqual([['Pricing the day'], [null]])
  })

  test('a rate limit challenge is solved once, in the background', async () => {
    const challenge = { parameters: { nonce: 'c' }, signature: 's' }
    const asks = () =>
      new Response(JSON.stringify({ message: 'One moment', code: 'challenge_required', detail: challenge }), {
        status: 429,
      })
    const send = vi.fn<ApiEnvironment['send']>(async (_path, init) =>
      (init.headers as Record<string, string>)['x-primp-challenge'] === 'proof'
        ? Response.json({ data: { quote: 1 } })
        : asks(),
    )
    const solve = vi.fn(async () => 'proof')
    await expect(createApiClient(calls, { send, solve }).quotes.read({ quoteId: 'q' })).resolves.toEqual({ quote: 1 })
    expect(solve).toHaveBeenCalledExactlyOnceWith(challenge)
    await expect(
      createApiClient(calls, { send, solve: async () => null }).quotes.read({ quoteId: 'q' }),
    ).rejects.toMatchObject({ code: 'challenge_required' })
    await expect(
      createApiClient(calls, { send, solve: async () => 'wrong' }).quotes.read({ quoteId: 'q' }),
    ).rejects.toMatchObject({ status: 429 })
  })

  test('a sensitive action waits for the step-up, then continues unchanged', async () => {
    let proven = false
    const asks = () => Response.json({ message: 'Show that it is you', code: 'step_up_needed' }, { status: 403 })
    const send = vi.fn<ApiEnvironment['send']>(async () => (proven ? Response.json({ data: { quote: 1 } }) : asks()))
    const prove = vi.fn(async () => {
      proven = true
      return true
    })
    await expect(createApiClient(calls, { send, prove }).quotes.read({ quoteId: 'q' })).resolves.toEqual({ quote: 1 })
    expect(send.mock.calls[1]).toEqual(send.mock.calls[0])
    expect(prove).toHaveBeenCalledOnce()
    proven = false
    await expect(
      createApiClient(calls, { send, prove: async () => false }).quotes.read({ quoteId: 'q' }),
    ).rejects.toMatchObject({ code: 'step_up_needed' })
  })

  test('a success can be shown as a toast', async () => {
    const { api, toast } = rig(() => Response.json({ data: {} }))
    await api.quotes.read({ quoteId: 'q' }, { showToastOnSuccess: 'Saved.' })
    expect(toast).toHaveBeenCalledWith('success', 'Saved.')
  })

  test('an ended session is reported to the browser', async () => {
    const { api, signedOut } = rig(() => refused(401, 'Please log in again.'))
    await api.quotes.read({ quoteId: 'q' }).catch(() => {})
    expect(signedOut).toHaveBeenCalledOnce()
    const suspended = vi.fn()
    const send = async () =>
      new Response(JSON.stringify({ message: 'This account is suspended.', code: 'suspended' }), { status: 403 })
    await createApiClient(calls, { send, token: () => 'abc', signedOut: suspended })
      .quotes.read({ quoteId: 'q' })
      .catch(() => {})
    expect(suspended).toHaveBeenCalledOnce()
  })

  test('a late refusal of an earlier session does not end the one since', async () => {
    const signedOut = vi.fn()
    let token = 'before'
    const send = async () => {
      token = 'since'
      return refused(401, 'Please log in again.')
    }
    await createApiClient(calls, { send, token: () => token, signedOut })
      .quotes.read({ quoteId: 'q' })
      .catch(() => {})
    expect(signedOut).not.toHaveBeenCalled()
  })
})
