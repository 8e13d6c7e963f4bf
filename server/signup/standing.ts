import type { Progress, SentBack } from '#contract/signup/signup.ts'
import type { SignupStep } from '#contract/signup/signup-steps.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Db } from '#db/database.ts'
import { findAccount, shownMobile } from '#server/accounts/index.ts'
import type { Catalog } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { presentOwn, providerOfAccount } from '#server/providers/index.ts'
import { acceptedTerms, identityOf, signupOf, stepsSaved } from './queries.ts'
import { type Standing, stepsOf } from './steps.ts'
import { latestRound } from '#server/signup/verification/verification-queries.ts'

/** Who calls; every endpoint of joining has somebody. */
export function callerOf(ctx: Context): string {
  if (!ctx.viewer.accountId) throw new Refusal('not_signed_in')
  return ctx.viewer.accountId
}

/** All that is kept of somebody's joining, as the rules read it and as the person does. */
export async function readStanding(
  db: Db,
  catalog: Catalog,
  accountId: string,
): Promise<{ standing: Standing; progress: Progress }> {
  const account = await findAccount(db, accountId)
  if (!account) throw new Refusal('not_signed_in')
  const signup = await signupOf(db, accountId)
  const steps = await stepsSaved(db, accountId)
  const row = await providerOfAccount(db, accountId)
  const profile = row ? await presentOwn(db, catalog, row) : null
  const pictures = row ? await identityOf(db, row.id) : []
  const round = row ? await latestRound(db, row.id) : undefined
  const accepted = await acceptedTerms(db, accountId)

  const reasons = row?.state === 'changes_requested' ? ((round?.reasons ?? []) as SentBack[]) : []
  const fixed = (step: SignupStep) =>
    steps.some((saved) => saved.step === step && round?.decided_at && saved.saved_at > round.decided_at)
  const sentBack = reasons.map((reason) => ({ ...reason, fixed: fixed(reason.step) }))
  const picture = (kind: string) => pictures.find((each) => each.kind === kind)
  const standing: Standing = {
    person: {
      name: account.name,
      mobile: account.mobile,
      acceptedTerms: accepted,
      provider: account.roles.includes('provider'),
    },
    profile,
    categoryId: categoryOf(signup?.category_id ?? null, profile),
    identity: { selfie: Boolean(picture('selfie')), document: Boolean(picture('document')) },
    saved: new Set(steps.map((saved) => saved.step)),
    unfixed: new Set(sentBack.filter((reason) => !reason.fixed).map((reason) => reason.step)),
  }
  const category = standing.categoryId === null ? undefined : catalog.categoriesById.get(standing.categoryId)
  const purge = pictures.flatMap((each) => each.purge_at ?? []).sort((a, b) => b.getTime() - a.getTime())[0]
  return {
    standing,
    progress: {
      state: profile?.state ?? null,
      round: round?.round ?? 0,
      steps: stepsOf(standing),
      category: category ? { id: category.id, label: category.label } : null,
      landing: signup?.landing ?? '/join',
      firstService: signup?.first_service ?? null,
      person: {
        name: account.name,
        email: account.email,
        mobile: shownMobile(account.mobile)?.text ?? '',
        country: shownMobile(account.mobile)?.country ?? (account.country_code as CountryCode | null),
        emailVerified: account.email_verified_at !== null,
        acceptedTerms: accepted,
      },
      profile,
      identity: {
        selfie: standing.identity.selfie,
        document: (picture('document')?.document ?? null) as 'passport' | 'licence' | null,
      },
      sentBack,
      submittedAt: round?.submitted_at.toISOString() ?? null,
      decidedAt: round?.decided_at?.toISOString() ?? null,
      purgeOn: purge ? purge.toISOString().slice(0, 10) : null,
    },
  }
}

/** The category of steps 4 to 9: the one that was settled, as long as something of it is offered. */
function categoryOf(settled: number | null, profile: Standing['profile']): number | null {
  const offered = profile?.services.map((service) => service.categoryId) ?? []
  return settled !== null && offered.includes(settled) ? settled : (offered[0] ?? settled)
}
