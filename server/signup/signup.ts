import {
  acceptTerms,
  addRole,
  checkPassword,
  getCurrentTermsVersion,
  findAccount,
  hashPassword,
  openSession,
  parseMobile,
  presentUser,
  registerAccount,
  renameAccount,
  formatMobile,
} from '#server/accounts/index.ts'
import { presentOwn, findProviderOfAccount, renameDraft } from '#server/providers/index.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Progress, SentBack, signup, StepState } from '#contract/signup/signup.ts'
import { type Sender, getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import {
  hasAcceptedTerms,
  insertSignup,
  listIdentityPictures,
  saveStep,
  saveSignupCategory,
  findSignup,
  listSavedSteps,
} from './signup.queries.ts'
import { type Catalog, getCatalog } from '#server/catalog/index.ts'
import { findLatestRound, getMedianWait } from './verification.queries.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { assistants, bioLengths, hasKit, latestClose } from '#contract/providers/profile-rules.ts'
import { hasHiddenContact } from '#server/platform/validation/contact-details.ts'
import { getStepPath, type SignupStep, stepNames } from '#contract/signup/signup-steps.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Db } from '#db/database.ts'

type Input = InputOf<typeof signup.start>
type Output = OutputOf<typeof signup.start>

/** Creates and signs in an account, or makes the signed-in one an artist. Later calls update name and mobile. */
export async function startSignup(ctx: Context, input: Input): Promise<Output> {
  const mobile = parseMobile(input.mobile, input.country)
  if (ctx.viewer.accountId) return carryOn(ctx, ctx.viewer.accountId, mobile, input)
  const missing = [
    ...(input.email ? [] : [{ path: 'email', message: 'Email is required' }]),
    ...(input.password ? [] : [{ path: 'password', message: 'Password is required' }]),
  ]
  if (!input.email || !input.password) throw new Refusal('invalid_input', { errors: missing })
  await checkPassword(ctx.env, input.password, [input.name, input.email])
  const passwordHash = await hashPassword(input.password)
  const sender = await getSender(ctx)
  return ctx.transaction((ctx) =>
    register(ctx, sender, { ...input, email: input.email as string, mobile, passwordHash }),
  )
}

async function register(
  ctx: Context,
  sender: Sender,
  input: Input & { email: string; passwordHash: string },
): Promise<Output> {
  const { name, email, mobile, country, adult, passwordHash } = input
  const account = await registerAccount(ctx, sender, {
    name,
    email,
    mobile,
    country,
    passwordHash,
    roles: ['provider'],
    terms: ['customer', 'provider'],
    adult,
  })
  await begin(ctx, account.id, input)
  const { token } = await openSession(ctx, account, 'register')
  return { token, user: await presentUser(ctx, account) }
}

async function carryOn(ctx: Context, accountId: string, mobile: string, input: Input): Promise<Output> {
  return ctx.transaction(async (ctx) => {
    await renameAccount(ctx.db, accountId, { name: input.name, mobile, country_code: input.country }, ctx.now)
    await renameDraft(ctx.db, accountId, input.name)
    if (!ctx.viewer.roles.includes('provider')) await addRole(ctx, accountId, 'provider')
    if (!(await hasAcceptedTerms(ctx.db, accountId, await getCurrentTermsVersion(ctx.db, 'provider'))))
      await acceptTerms(ctx, accountId, 'provider')
    await begin(ctx, accountId, input)
    const account = await findAccount(ctx.db, accountId)
    if (!account) throw new Refusal('session_ended')
    return { token: null, user: await presentUser(ctx, account) }
  })
}

async function begin(ctx: Context, accountId: string, { from, firstService }: Input): Promise<void> {
  await insertSignup(ctx.db, {
    account_id: accountId,
    landing: from,
    first_service: firstService,
    created_at: ctx.now,
    updated_at: ctx.now,
  })
  await saveStep(ctx.db, accountId, 'register', ctx.now)
}

export async function getSignupProgress(ctx: Context): Promise<Progress> {
  const catalog = await getCatalog(ctx.database)
  return (await readStanding(ctx.db, catalog, getCallerId(ctx))).progress
}

const QUARTER_MS = 90 * 86_400_000

/** Median of the last 90 days, or null below ten decisions. */
export async function getReviewPace(ctx: Context): Promise<OutputOf<typeof signup.pace>> {
  const seconds = await getMedianWait(ctx.reads, new Date(ctx.now.getTime() - QUARTER_MS), 10)
  return { minutes: seconds === null ? null : Math.max(1, Math.round(seconds / 60)) }
}

export type StepProfile = Pick<
  EditableProfile,
  'state' | 'studio' | 'studioAddress' | 'services' | 'artists' | 'travel' | 'kit' | 'bio' | 'photo'
>

export type SignupStanding = {
  person: { name: string; mobile: string | null; acceptedTerms: boolean; provider: boolean }
  profile: StepProfile | null
  categoryId: number | null
  identity: { selfie: boolean; document: boolean }
  saved: ReadonlySet<SignupStep>
  /** Steps sent back and not saved since. */
  unfixed: ReadonlySet<SignupStep>
}

const minutes = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

function pricingRight({ profile, categoryId }: SignupStanding): boolean {
  const ofCategory = (profile?.services ?? []).filter((service) => service.categoryId === categoryId)
  return (
    ofCategory.some((service) => service.status === 'active') &&
    ofCategory.every((service) => service.status === 'off' || (service.cost !== null && service.cost > 0))
  )
}

function travelRight({ profile }: SignupStanding): boolean {
  if (!profile) return false
  const { mode, radius, hours } = profile.travel
  const closes = minutes(hours.closes) <= minutes(hours.opens) ? minutes(hours.closes) + 1440 : minutes(hours.closes)
  return (
    (mode === 'mobile' || profile.studioAddress !== '') && (mode === 'studio' || radius > 0) && closes <= latestClose
  )
}

/** Validates each step's data, whether or not the step was completed. */
const right: Record<SignupStep, (standing: SignupStanding) => boolean> = {
  register: ({ person }) => person.provider && person.acceptedTerms && person.name !== '' && person.mobile !== null,
  'set-location': ({ profile }) => profile !== null && (!profile.studio || profile.studioAddress !== ''),
  'select-services': ({ profile, categoryId }) =>
    Boolean(profile?.services.some((service) => service.categoryId === categoryId)) && teamRight(profile),
  pricing: pricingRight,
  'confirm-travel': travelRight,
  'set-min-job-size': ({ profile }) => profile !== null,
  'set-instagram': ({ profile }) => profile !== null,
  'set-kit': ({ profile }) => profile !== null && hasKit(profile.kit),
  'set-bio': ({ profile }) =>
    profile !== null &&
    profile.bio.length >= bioLengths.least &&
    profile.bio.length <= bioLengths.most &&
    !hasHiddenContact(profile.bio),
  photo: ({ profile }) => profile?.photo != null,
  selfie: ({ identity }) => identity.selfie && identity.document,
  submit: ({ profile }) => profile !== null && profile.state !== 'draft' && profile.state !== 'changes_requested',
}

function teamRight(profile: StepProfile | null): boolean {
  if (!profile || profile.artists.length < 1 || profile.artists.length > 1 + assistants) return false
  return profile.services.every((service) => profile.artists.some((artist) => artist.services.includes(service.id)))
}

const stepRight = (step: SignupStep, standing: SignupStanding): boolean => right[step](standing)

/** The first incomplete step is open. Later ones are disabled unless completed before. */
export function listSteps(standing: SignupStanding): { step: SignupStep; path: string | null; state: StepState }[] {
  let open = true
  return stepNames.map((step) => {
    const through = step === 'submit' ? right.submit(standing) : standing.saved.has(step)
    const done = through && stepRight(step, standing) && !standing.unfixed.has(step)
    const state: StepState = done ? 'done' : through ? 'error' : open ? 'current' : 'disabled'
    if (!done) open = false
    return { step, path: getStepPath(step, standing.categoryId), state }
  })
}

export const isStepOpen = (step: SignupStep, standing: SignupStanding): boolean =>
  listSteps(standing).find((each) => each.step === step)?.state !== 'disabled'

export const getNextStep = (standing: SignupStanding): SignupStep =>
  listSteps(standing).find((each) => each.state !== 'done')?.step ?? 'submit'

/** Throws if the step is disabled or invalid. */
export async function completeStep(
  ctx: Context,
  { step, categoryId }: InputOf<typeof signup.completeStep>,
): Promise<OutputOf<typeof signup.completeStep>> {
  const catalog = await getCatalog(ctx.database)
  const accountId = getCallerId(ctx)
  return ctx.transaction(async (ctx) => {
    await insertSignup(ctx.db, {
      account_id: accountId,
      landing: '/join',
      first_service: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    const before = await readStanding(ctx.db, catalog, accountId)
    const settles =
      step === 'select-services' &&
      categoryId !== undefined &&
      before.progress.profile?.services.some((service) => service.categoryId === categoryId)
    // Steps 4 to 9 keep the chosen category while one of its services is offered.
    if (settles && !before.standing.saved.has('pricing')) await saveSignupCategory(ctx.db, accountId, categoryId)
    const { standing } = await readStanding(ctx.db, catalog, accountId)
    if (step === 'submit' || !isStepOpen(step, standing)) throw new Refusal('step_closed')
    if (!stepRight(step, standing)) throw new Refusal('steps_missing', { detail: { steps: [step] } })
    await saveStep(ctx.db, accountId, step, ctx.now)
    return (await readStanding(ctx.db, catalog, accountId)).progress
  })
}

export function getCallerId(ctx: Context): string {
  if (!ctx.viewer.accountId) throw new Refusal('not_signed_in')
  return ctx.viewer.accountId
}

export async function readStanding(
  db: Db,
  catalog: Catalog,
  accountId: string,
): Promise<{ standing: SignupStanding; progress: Progress }> {
  const account = await findAccount(db, accountId)
  if (!account) throw new Refusal('not_signed_in')
  const signup = await findSignup(db, accountId)
  const steps = await listSavedSteps(db, accountId)
  const row = await findProviderOfAccount(db, accountId)
  const profile = row ? await presentOwn(db, catalog, row) : null
  const pictures = row ? await listIdentityPictures(db, row.id) : []
  const round = row ? await findLatestRound(db, row.id) : undefined
  const accepted = await hasAcceptedTerms(db, accountId)

  const reasons = row?.state === 'changes_requested' ? ((round?.reasons ?? []) as SentBack[]) : []
  const fixed = (step: SignupStep) =>
    steps.some((saved) => saved.step === step && round?.decided_at && saved.saved_at > round.decided_at)
  const sentBack = reasons.map((reason) => ({ ...reason, fixed: fixed(reason.step) }))
  const picture = (kind: string) => pictures.find((each) => each.kind === kind)
  const standing: SignupStanding = {
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
      steps: listSteps(standing),
      category: category ? { id: category.id, label: category.label } : null,
      landing: signup?.landing ?? '/join',
      firstService: signup?.first_service ?? null,
      person: {
        name: account.name,
        email: account.email,
        mobile: formatMobile(account.mobile)?.text ?? '',
        country: formatMobile(account.mobile)?.country ?? (account.country_code as CountryCode | null),
        emailVerified: account.email_verified_at !== null,
        acceptedTerms: accepted,
        confirmedAdult: account.adult_confirmed_at !== null,
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

function categoryOf(settled: number | null, profile: SignupStanding['profile']): number | null {
  const offered = profile?.services.map((service) => service.categoryId) ?? []
  return settled !== null && offered.includes(settled) ? settled : (offered[0] ?? settled)
}
