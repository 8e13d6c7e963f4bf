import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { openRig, type TestRig } from '#server/test-rig.ts'
import { mountRoutes, createRoutes } from './serve.ts'

let rig: TestRig
beforeAll(async () => {
  rig = await openRig()
})

const act = defineEndpoint({
  method: 'POST',
  path: '/v1/act',
  access: 'public',
  summary: 'Performs an action.',
  input: z.object({ mark: z.string() }),
  output: z.object({ mark: z.string() }),
  refuses: [],
  key: true,
})

const actInAct = defineEndpoint({ ...act, path: '/v1/act-with-its-key', keyInAct: true })

const run = `${process.pid}-${Date.now()}`
let made = 0
const mark = () => `once-${run}-${++made}`

const keep = (ctx: Context, mark: string) =>
  ctx.db.insertInto('setting').values({ key: mark, value: '1', updated_at: ctx.now }).execute()
const kept = async (mark: string) =>
  (await rig.database.db.selectFrom('setting').select('key').where('key', '=', mark).execute()).length

async function call(
  does: (ctx: Context, input: { mark: string }) => Promise<{ mark: string }>,
  mark: string,
  { path, body = mark }: { path: string; body?: string } = act,
) {
  const app = mountRoutes(rig, createRoutes({ act, actInAct }, { act: does, actInAct: does }))
  let fault: unknown
  app.onError((thrown) => {
    fault = thrown
    return new Response(JSON.stringify({ code: (thrown as { code?: string }).code }), { status: 500 })
  })
  const answer = await app.request(
    path,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': mark },
      body: JSON.stringify({ mark: body }),
    },
    { address: '127.0.3.1' },
  )
  return {
    status: answer.status,
    body: await answer.json(),
    replayed: answer.headers.get('idempotency-replayed'),
    fault,
  }
}

test('if a later step fails, a completed mutation is neither undone nor repeated', async () => {
  const one = mark()
  const does = async (ctx: Context) => {
    await ctx.idempotent(async (tx) => {
      await keep(tx, one)
      return { mark: one }
    })
    throw new Error('the line to the mail server broke')
  }
  expect((await call(does, one)).status).toBe(500)
  expect(await call(does, one)).toMatchObject({ status: 200, body: { data: { mark: one } }, replayed: 'true' })
  expect(await kept(one)).toBe(1)
})

test('a failed mutation leaves no change and no stored response, and can be retried', async () => {
  const one = mark()
  let fails = true
  const does = (ctx: Context) =>
    ctx.idempotent(async (tx) => {
      await keep(tx, one)
      if (fails) throw new Error('half way')
      return { mark: one }
    })
  expect((await call(does, one)).status).toBe(500)
  expect(await kept(one)).toBe(0)
  fails = false
  expect(await call(does, one)).toMatchObject({ status: 200, replayed: 'false' })
  expect(await kept(one)).toBe(1)
})

test('if another request took over its key, a mutation ends without a change', async () => {
  const one = mark()
  const slow = async (ctx: Context) => {
    // It hangs until it counts as dead, and a repeated call takes over the key.
    await rig.database.db
      .updateTable('idempotency')
      .set({ created_at: new Date(0) })
      .where('key', '=', one)
      .execute()
    const other = (inner: Context) =>
      inner.idempotent(async (tx) => {
        await keep(tx, `${one}-other`)
        return { mark: one }
      })
    expect((await call(other, one)).status).toBe(200)
    return ctx.idempotent(async (tx) => {
      await keep(tx, one)
      return { mark: one }
    })
  }
  expect((await call(slow, one)).body).toEqual({ code: 'request_running' })
  expect([await kept(one), await kept(`${one}-other`)]).toEqual([0, 1])
})

test('a mutation with steps stores nothing before the last step', async () => {
  const one = mark()
  const does = async (ctx: Context) => {
    await ctx.idempotent(async (tx) => {
      await keep(tx, one)
      return null
    })
    return ctx.idempotent(async () => ({ mark: one }))
  }
  expect(await call(does, one)).toMatchObject({ status: 200, replayed: 'false' })
})

test('an idempotent endpoint that stores no response is a fault', async () => {
  const one = mark()
  const { status, fault } = await call(async () => ({ mark: one }), one)
  expect(status).toBe(500)
  expect(String(fault)).toContain('responded without ctx.idempotent')
})

describe('Idempotency keys stored with the mutation', () => {
  const doing = (one: string) => (ctx: Context) =>
    ctx.idempotent(async (tx) => {
      await keep(tx, `${one}-${++made}`)
      return { mark: one }
    })
  const keptLike = async (one: string) =>
    (await rig.database.db.selectFrom('setting').select('key').where('key', 'like', `${one}-%`).execute()).length

  test('concurrent calls with one key run once, and all get the same response', async () => {
    const one = mark()
    const all = await Promise.all(Array.from({ length: 6 }, () => call(doing(one), one, actInAct)))
    expect(new Set(all.map(({ status, body }) => `${status} ${JSON.stringify(body)}`))).toEqual(
      new Set([`200 {"data":{"mark":"${one}"}}`]),
    )
    expect(all.filter(({ replayed }) => replayed === 'false')).toHaveLength(1)
    expect(await keptLike(one)).toBe(1)
  })

  test('a repeated call gets the first response even if the mutation would now be refused; another body is refused', async () => {
    const one = mark()
    expect(await call(doing(one), one, actInAct)).toMatchObject({ status: 200, replayed: 'false' })
    const refuses = async () => {
      throw new Refusal('state_changed')
    }
    expect(await call(refuses, one, actInAct)).toMatchObject({ status: 200, replayed: 'true' })
    const other = { path: actInAct.path, body: mark() }
    expect((await call(doing(one), one, other)).body).toEqual({ code: 'idempotency_mismatch' })
    expect(await keptLike(one)).toBe(1)
  })

  test('a failed mutation leaves neither a change nor a response', async () => {
    const one = mark()
    const fails = (ctx: Context) =>
      ctx.idempotent(async (tx): Promise<{ mark: string }> => {
        await keep(tx, `${one}-${++made}`)
        throw new Error('half way')
      })
    expect((await call(fails, one, actInAct)).status).toBe(500)
    expect(await call(doing(one), one, actInAct)).toMatchObject({ status: 200, replayed: 'false' })
    expect(await keptLike(one)).toBe(1)
  })
})
