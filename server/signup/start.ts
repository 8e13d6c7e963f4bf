import {
  acceptTerms,
  addRole,
  checkPassword,
  currentTerms,
  findAccount,
  hashPassword,
  openSession,
  parseMobile,
  presentUser,
  registerAccount,
  renameAccount,
} from '#server/accounts/index.ts'
import { renameDraft } from '#server/providers/index.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { signup } from '#contract/signup/signup.ts'
import { type Sender, senderOf } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { acceptedTerms, beginSignup, saveStep } from './queries.ts'

type Input = InputOf<typeof signup.start>
type Output = OutputOf<typeof signup.start>

/** Step 1: makes the account of somebody new and signs them in, or makes whoever is signed in an artist too; later it changes name and mobile. */
export async function start(ctx: Context, input: Input): Promise<Output> {
  const mobile = parseMobile(input.mobile, input.country)
  if (ctx.viewer.accountId) return carryOn(ctx, ctx.viewer.accountId, mobile, input)
  const missing = [
    ...(input.email ? [] : [{ path: 'email', message: 'Email is required' }]),
    ...(input.password ? [] : [{ path: 'password', message: 'Password is required' }]),
  ]
  if (!input.email || !input.password) throw new Refusal('invalid_input', { errors: missing })
  await checkPassword(ctx.env, input.password, [input.name, input.email])
  const passwordHash = await hashPassword(input.password)
  const sender = await senderOf(ctx)
  return ctx.transaction((ctx) =>
    register(ctx, sender, { ...input, email: input.email as string, mobile, passwordHash }),
  )
}

async function register(
  ctx: Context,
  sender: Sender,
  input: Input & { email: string; passwordHash: string },
): Promise<Output> {
  const { name, email, mobile, country, passwordHash } = input
  const account = await registerAccount(ctx, sender, {
    name,
    email,
    mobile,
    country,
    passwordHash,
    roles: ['provider'],
    terms: ['customer', 'provider'],
  })
  await begin(ctx, account.id, input)
  const { token } = await openSession(ctx, account, 'register')
  return { token, user: await presentUser(ctx, account) }
}

async function carryOn(ctx: Context, accountId: string, mobile: string, input: Input): Promise<Output> {
  return ctx.transaction(async (ctx) => {
    await renameAccount(ctx.db, accountId, { name: input.name, mobile, country_code: input.country })
    await renameDraft(ctx.db, accountId, input.name)
    if (!ctx.viewer.roles.includes('provider')) await addRole(ctx, accountId, 'provider')
    if (!(await acceptedTerms(ctx.db, accountId, await currentTerms(ctx.db, 'provider'))))
      await acceptTerms(ctx, accountId, 'provider')
    await begin(ctx, accountId, input)
    const account = await findAccount(ctx.db, accountId)
    if (!account) throw new Refusal('session_ended')
    return { token: null, user: await presentUser(ctx, account) }
  })
}

async function begin(ctx: Context, accountId: string, { from, firstService }: Input): Promise<void> {
  await beginSignup(ctx.db, {
    account_id: accountId,
    landing: from,
    first_service: firstService,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await saveStep(ctx.db, accountId, 'register', ctx.now)
}
