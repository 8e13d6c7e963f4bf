import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type ListedKey, type operatorKeys, type SiteKeyKind, siteKeyKinds } from '#contract/operator/keys.ts'
import type { Db } from '#db/database.ts'
import { liftWaitBudget } from '#db/postgres/wait-budget.ts'
import { resealIdentities } from '#server/payments/index.ts'
import { changeIdentityKey, resealPictures } from '#server/pictures/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { changeFormKey } from '#server/platform/sealing/site-keys.ts'
import { changeKeptKey, invalidateSigningKeys } from '#server/platform/signing-key.ts'
import { resealForms } from '#server/preparation/index.ts'
import { listKeySettings } from './system.queries.ts'

type Resealed = { sealed: number; lost: number }
type Key = {
  setting: string
  before: string
  configured: (env: Context['env']) => boolean
  change: (db: Db) => Promise<void>
  reseal: (ctx: Context) => Promise<readonly Resealed[]>
}

const keys: Record<SiteKeyKind, Key> = {
  signing: {
    setting: 'auth_secret',
    before: 'auth_secrets_before',
    configured: (env) => Boolean(env.AUTH_SECRET),
    change: changeKeptKey,
    reseal: async () => [],
  },
  identity: {
    setting: 'identity_key',
    before: 'identity_keys_before',
    configured: (env) => Boolean(env.IDENTITY_KEY),
    change: changeIdentityKey,
    reseal: async (ctx) => [await resealPictures(ctx), await resealIdentities(ctx)],
  },
  forms: {
    setting: 'form_key',
    before: 'form_keys_before',
    configured: (env) => Boolean(env.FORM_KEY),
    change: changeFormKey,
    reseal: async (ctx) => [await resealForms(ctx)],
  },
}

export async function listSiteKeys(ctx: Context): Promise<OutputOf<typeof operatorKeys.list>> {
  const names = siteKeyKinds.flatMap((kind) => [keys[kind].setting, keys[kind].before])
  const settings = new Map((await listKeySettings(ctx.database.fresh, names)).map((row) => [row.key, row]))
  return {
    keys: siteKeyKinds.map((kind): ListedKey => {
      const { setting, before, configured } = keys[kind]
      if (configured(ctx.env)) return { kind, place: 'configuration', since: null, former: 0 }
      return {
        kind,
        place: 'database',
        since: settings.get(setting)?.updated_at.toISOString() ?? null,
        former: settings.get(before)?.entries ?? 0,
      }
    }),
  }
}

/** Replaces a key that the database keeps, then encrypts with it what the former keys encrypted. */
export async function rotateSiteKey(
  ctx: Context,
  { kind, reason }: InputOf<typeof operatorKeys.rotate>,
): Promise<OutputOf<typeof operatorKeys.rotate>> {
  const key = keys[kind]
  if (key.configured(ctx.env)) throw new Refusal('key_configured')
  await ctx.transaction(async (tx) => {
    await key.change(tx.db)
    await recordAudit(tx, { act: 'key.rotate', subject: { kind: 'key', id: kind, name: kind }, reason })
  })
  invalidateSigningKeys(ctx.database)
  // Former keys still decrypt, so a failure here loses nothing.
  liftWaitBudget()
  const done = await key.reseal(ctx)
  return {
    ...(await listSiteKeys(ctx)),
    sealed: done.reduce((sum, { sealed }) => sum + sealed, 0),
    lost: done.reduce((sum, { lost }) => sum + lost, 0),
  }
}
