import { Link, useRevalidator } from 'react-router'
import { metresPerUnit } from '#contract/constants.ts'
import { formatDate, formatDistance, formatMoney } from '#contract/format.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { type SignupStep, getStepTitle, minWorkPictures } from '#contract/signup/signup-steps.ts'
import type { Progress } from '#contract/signup/signup.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { WorkPictures } from '#web/signup/forms/work-pictures.tsx'
import { signupMessages } from '#web/signup/signup-messages.ts'
import { StepHead, useOwnSignup, useSignupMessages } from '#web/signup/use-signup.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { FieldError } from '#web/ui/fields/field.tsx'
import nextStepsStyles from '#web/ui/next-steps.module.css'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import styles from './submit-step.module.css'

/** Step 12: summary and submission; afterwards, what happens next. */
export default function SubmitStep() {
  const { progress } = useOwnSignup()
  return progress.state === 'draft' ? <Review /> : <Sent progress={progress} />
}

function Review() {
  const { progress, profile, form, onState } = useOwnSignup()
  const t = useSignupMessages()
  const { revalidate } = useRevalidator()
  const asked = Math.max(0, minWorkPictures - (progress.profile?.pictures ?? 0))
  const missing = progress.steps.filter(({ step, state }) => step !== 'submit' && state !== 'done')
  const hasTodo = missing.length > 0 || asked > 0 || !progress.person.emailVerified
  const {
    draft,
    change,
    errors,
    formError,
    submit,
    form: ref,
  } = useForm({
    start: { terms: false },
    onSaved: () => revalidate(),
    onState,
    check: ({ terms }): Record<string, string> => (terms ? {} : { terms: t('step12.terms.error') }),
    send: () => browserApi().signup.submit({ terms: true }),
  })
  const resend = () =>
    void browserApi()
      .account.sendVerification({}, { showToastOnError: true })
      .then(() => showToast('success', t('step12.resent')))
      .catch(() => {})
  return (
    <>
      <StepHead title={getStepTitle('submit')} help={t('step12.help')} />
      {hasTodo && (
        <section className="card pad-24 stack gap-8" aria-labelledby="todo">
          <h2 className="heading-3" id="todo">
            {t('step12.todo')}
          </h2>
          <ul className={styles.todo}>
            {missing.map(({ step, path }) => (
              <li key={step}>
                {path ? (
                  <Link className="link tap-target" to={path}>
                    {t('step12.step', { step: getStepTitle(step) })}
                  </Link>
                ) : (
                  t('step12.step', { step: getStepTitle(step) })
                )}
              </li>
            ))}
            {asked > 0 && (
              <li>
                <a className="link tap-target" href="#work-pictures">
                  {t('step12.pictures', { n: asked })}
                </a>
              </li>
            )}
            {!progress.person.emailVerified && (
              <li>
                <span className={styles.email}>{t('step12.email', { email: progress.person.email })}</span>
                <Button kind="quiet" size="small" onClick={resend}>
                  {t('step12.resend')}
                </Button>
              </li>
            )}
          </ul>
        </section>
      )}
      <dl className={joinClasses('card', styles.reviewList)}>
        {progress.steps
          .filter(({ step }) => step !== 'submit')
          .map(({ step, path, state }) => (
            <div key={step}>
              <dt className="bold">{getStepTitle(step)}</dt>
              <dd className={joinClasses('small muted', styles.facts)}>
                {formatStepFacts(step, progress, profile) || t('step12.none')}
              </dd>
              {state === 'error' && (
                <dd className={styles.error}>
                  <FieldError>{t('signup.rail.error', { step: getStepTitle(step) })}</FieldError>
                </dd>
              )}
              {path && (
                <dd className={styles.edit}>
                  <Link className="link tap-target" to={path}>
                    {t('step12.edit')}
                    <span className="visually-hidden">{` ${getStepTitle(step)}`}</span>
                  </Link>
                </dd>
              )}
            </div>
          ))}
      </dl>
      {asked > 0 && <WorkPictures profile={profile} onDone={() => revalidate()} />}
      <form id={form} ref={ref} onSubmit={submit} noValidate className="stack gap-12">
        {formError && <Note kind="error">{formError}</Note>}
        <Checkbox
          name="terms"
          checked={draft.terms}
          aria-invalid={errors['terms'] ? true : undefined}
          onChange={(event) => change({ terms: event.target.checked })}>
          {t('step12.terms')}
        </Checkbox>
        {errors['terms'] && <FieldError>{errors['terms']}</FieldError>}
      </form>
    </>
  )
}

const labels = {
  draft: 'draft',
  submitted: 'submitted',
  in_review: 'submitted',
  changes_requested: 'sentback',
  approved: 'verified',
  rejected: 'rejected',
  paused: 'paused',
  suspended: 'suspended',
} as const

function Sent({ progress }: { progress: Progress }) {
  const { country } = useOwnSignup()
  const t = useSignupMessages()
  const day = (instant: string | null) =>
    instant ? formatDate(instant.slice(0, 10), country, new Date().getFullYear()) : ''
  const again = progress.round > 1 && (progress.state === 'submitted' || progress.state === 'in_review')
  const label = again ? 'resubmitted' : labels[progress.state ?? 'submitted']
  const waits = label === 'submitted' || label === 'resubmitted'
  const values = {
    date: day(label === 'rejected' ? progress.purgeOn : progress.submittedAt),
    n: progress.sentBack.length,
    supportEmail: '',
  }
  return (
    <>
      <StepHead title={t(`state.${label}`)} help={label === 'suspended' ? '' : t(`state.${label}.text`, values)} />
      {waits && (
        <section className="card pad-24 stack" aria-labelledby="next">
          <h2 className="heading-3" id="next">
            {t('step12.next.title')}
          </h2>
          <ol className={nextStepsStyles.steps}>
            {([1, 2, 3, 4] as const).map((n) => (
              <li key={n}>{t(`step12.next.${n}`)}</li>
            ))}
          </ol>
          <p className="muted">{t('step12.meanwhile')}</p>
        </section>
      )}
      <div className="row wrapping">
        {label === 'sentback' && <ButtonLink to="/resubmission">{t('step12.change')}</ButtonLink>}
        <ButtonLink kind={label === 'sentback' ? 'secondary' : 'primary'} to="/dashboard">
          {t('step12.dashboard')}
        </ButtonLink>
      </div>
    </>
  )
}

function formatStepFacts(step: SignupStep, progress: Progress, profile: EditableProfile): string {
  const t = createTranslator(signupMessages, profile.countryCode)
  const said = (amount: number) => formatMoney(amount, profile.currency)
  const { travel, kit } = profile
  switch (step) {
    case 'register':
      return [progress.person.name, progress.person.email, progress.person.mobile].filter(Boolean).join(', ')
    case 'set-location':
      return [
        profile.location.area,
        profile.location.city !== profile.location.area ? profile.location.city : '',
        profile.studioAddress,
      ]
        .filter(Boolean)
        .join(', ')
    case 'select-services':
      return profile.services.map(({ label }) => label).join(', ')
    case 'pricing':
      return profile.services
        .filter(({ status, cost }) => status === 'active' && cost !== null)
        .map(({ label, cost }) => `${label} ${said(cost ?? 0)}`)
        .join(', ')
    case 'confirm-travel':
      return travel.mode === 'studio'
        ? t('step5.mode.studio')
        : `${t(`step5.mode.${travel.mode}`)}. ${t('step5.range.value', { distance: formatDistance(travel.radius * metresPerUnit[profile.distanceUnit], profile.countryCode) })}`
    case 'set-min-job-size':
      return profile.minimumJob > 0 ? said(profile.minimumJob) : t('step6.none')
    case 'set-instagram':
      return profile.instagram ? `@${profile.instagram}` : ''
    case 'set-kit':
      return [
        kit.shades.length > 0 && t('step12.shades', { n: kit.shades.length }),
        ...kit.brands,
        ...kit.tools,
        kit.skills.length > 0 && t('step12.skills', { n: kit.skills.length }),
        kit.singleUse && t('step8.hygiene.single'),
      ]
        .filter(Boolean)
        .join(', ')
    case 'set-bio':
      return profile.bio
    case 'photo':
      return profile.photo ? t('step12.photo', { n: profile.pictures }) : ''
    case 'selfie':
      return progress.identity.selfie && progress.identity.document ? t('step12.identity') : ''
    default:
      return ''
  }
}
