import { ArrowLeft, CircleHelp } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import {
  Link,
  type MetaFunction,
  Outlet,
  redirect,
  useBlocker,
  useLoaderData,
  useLocation,
  useNavigate,
  useRevalidator,
} from 'react-router'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import type { Progress } from '#contract/signup/signup.ts'
import {
  getStepNumber,
  getStepPath,
  type SignupStep,
  parseStepPath,
  stepNames,
  getStepTitle,
} from '#contract/signup/signup-steps.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { createHead } from '#web/platform/head.ts'
import { ErrorPage } from '#web/shell/pages/error-page.tsx'
import { usePageCountry } from '#web/shell/page-country.ts'
import type { PageFrame } from '#web/shell/site.ts'
import { shellMessages } from '#web/shell/messages.ts'
import { Button, getButtonClasses } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/overlays/dialog.tsx'
import { Logo } from '#web/ui/pictures/logo.tsx'
import { Confirm } from '#web/ui/overlays/popup.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import type { FormState } from '#web/platform/use-form.ts'
import { FirstTimePass } from '#web/signup/join/first-time-pass.tsx'
import { loadSignup, isOpenStep, getStepRedirect } from './load-signup.ts'
import { CardPreview, PagePreview, PriceSplit } from './preview.tsx'
import { StepBar, StepRail } from './rail.tsx'
import { signupMessages } from './signup-messages.ts'
import { getSignupCountry, type Signup } from './use-signup.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import signupStyles from './signup.module.css'
import noteStyles from '#web/ui/note.module.css'
import styles from './signup-layout.module.css'
import headerBarStyles from '#web/ui/header-bar.module.css'

export const handle: PageFrame = { header: 'none', footer: 'none' }

export const meta: MetaFunction = ({ location }) => {
  const at = parseStepPath(location.pathname)
  const title = at
    ? createTranslator(signupMessages)('signup.meta.title', { step: getStepTitle(at.step), n: getStepNumber(at.step) })
    : createTranslator(signupMessages)('signup.meta.join')
  return createHead({ title, publicUrl: '', noindex: true })
}

/** Loads the signup state; redirects from a disabled step to the open one. */
export const clientLoader = requireSession(async ({ request }) => {
  const loaded = await loadSignup(request)
  const to = getStepRedirect(new URL(request.url).pathname, loaded.progress)
  if (to) throw redirect(to)
  return loaded
}, isOpenStep)

export function HydrateFallback() {
  return (
    <>
      <noscript>
        <p className={joinClasses('page-width section', noteStyles.note)}>
          {createTranslator(signupMessages)('signup.noscript')}
        </p>
      </noscript>
      <Undetermined />
    </>
  )
}

const FORM = 'step'

export default function SignupLayout() {
  const { progress, catalogue } = useLoaderData<typeof clientLoader>()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const country = getSignupCountry(progress)
  const visitorsCountry = usePageCountry()
  const t = createTranslator(signupMessages, country)
  const here = parseStepPath(pathname)?.step ?? 'register'
  const [state, setState] = useState<FormState>({ dirty: false, busy: false })
  const [change, setChange] = useState<{ of: string; part: Partial<EditableProfile> }>({ of: pathname, part: {} })
  const [pointed, setPointed] = useState<string | null>(null)
  const [previewing, setPreviewing] = useState(false)
  const exiting = useRef(false)
  const dirty = useRef(false)
  const onState = useCallback((next: FormState) => {
    dirty.current = next.dirty
    setState(next)
  }, [])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useUnloadGuard(state.dirty)

  const leave = async () => {
    const { step } = await browserApi()
      .signup.sendReturnLink({})
      .catch(() => ({ step: getStepNumber(here) }))
    showToast('success', t('signup.exited', { n: step }))
    navigate('/')
  }
  const passed: Signup['passed'] = async (step, { categoryId } = {}) => {
    dirty.current = false
    const after =
      step === 'register'
        ? await browserApi().signup.show({})
        : await browserApi().signup.completeStep({ step, ...(categoryId == null ? {} : { categoryId }) })
    if (exiting.current) return leave()
    const next = stepNames[stepNames.indexOf(step) + 1]
    // After submission people come to change one thing.
    const to =
      after.state === null || after.state === 'draft'
        ? getStepPath(next ?? 'submit', parseStepPath(pathname)?.categoryId ?? after.category?.id ?? null)
        : afterwards(step, after)
    await revalidate()
    navigate(to ?? '/signup')
  }
  const exit = () => {
    if (!state.dirty) return progress ? leave() : navigate('/')
    exiting.current = true
    const form = document.getElementById(FORM) as HTMLFormElement | null
    form?.requestSubmit()
  }
  const preview = useCallback(
    (part: Partial<EditableProfile>) =>
      setChange((before) => ({ of: pathname, part: before.of === pathname ? { ...before.part, ...part } : part })),
    [pathname],
  )
  const shown = progress?.profile ? { ...progress.profile, ...(change.of === pathname ? change.part : {}) } : null
  const side =
    here === 'selfie' ? (
      <FirstTimePass country={country} />
    ) : (
      <div className="stack">
        <CardPreview
          country={progress ? country : visitorsCountry}
          profile={shown}
          catalogue={catalogue}
          name={change.of === pathname ? change.part.name : undefined}
        />
        {shown && catalogue && <PagePreview profile={shown} catalogue={catalogue} />}
        {here === 'pricing' && shown && catalogue && (
          <PriceSplit profile={shown} catalogue={catalogue} serviceId={pointed} />
        )}
      </div>
    )
  const context: Signup = { progress, catalogue, country, form: FORM, passed, onState, preview, point: setPointed }
  const sent = progress?.state != null && progress.state !== 'draft' && here === 'submit'
  return (
    <div className={styles.signup}>
      <header className={joinClasses('no-print', headerBarStyles.header, headerBarStyles.line, styles.header)}>
        <div className="page-width">
          <Logo label={createTranslator(shellMessages)('shell.logo.alt')} />
          <nav aria-label={t('signup.hello')}>
            <Link className={getButtonClasses({ kind: 'quiet', size: 'small' }, 'wide-only')} to="/content/help">
              <CircleHelp className="icon" aria-hidden="true" />
              {t('signup.help')}
            </Link>
            {here !== 'selfie' && (
              <Button
                kind="quiet"
                size="small"
                className={joinClasses('narrow-only', styles.preview)}
                onClick={() => setPreviewing(true)}>
                {t('signup.preview.open')}
              </Button>
            )}
            <Button kind="secondary" size="small" onClick={exit}>
              {t('signup.exit')}
            </Button>
          </nav>
        </div>
      </header>
      <div className="can-shrink">
        <StepBar progress={progress} here={here} country={country} />
        <div className={styles.body}>
          <nav className={joinClasses(signupStyles.steps, styles.steps)} aria-label={t('signup.rail.label')}>
            <StepRail progress={progress} here={here} country={country} />
          </nav>
          <main id="main" tabIndex={-1} className={styles.middle}>
            <Outlet context={context} key={pathname} />
          </main>
          <aside className={styles.side} aria-label={t('signup.preview')}>
            {side}
          </aside>
        </div>
      </div>
      {!sent && (
        <FootBar
          onPress={() => (exiting.current = false)}
          back={backOf(pathname, progress?.category?.id ?? null)}
          busy={state.busy}
          country={country}
          label={here === 'submit' ? t('step12.submit') : t('signup.save')}
        />
      )}
      <Drawer
        open={previewing}
        onClose={() => setPreviewing(false)}
        title={t('signup.preview')}
        close={t('signup.close')}
        from="foot">
        <div className="pad-24">{side}</div>
      </Drawer>
      <Confirm
        open={blocker.state === 'blocked'}
        title={t('signup.unsaved')}
        act={t('signup.go')}
        wayOut={t('signup.stay')}
        danger
        onAct={() => {
          dirty.current = false
          blocker.proceed?.()
        }}
        onClose={() => blocker.reset?.()}>
        {getStepTitle(here)}
      </Confirm>
    </div>
  )
}

/** Returns where a change after submission leads: a new category to its prices, else done. */
function afterwards(step: SignupStep, { profile }: Progress): string {
  const unpriced =
    step === 'select-services' ? profile?.services.find((service) => service.status === 'unpriced') : undefined
  return (unpriced && getStepPath('pricing', unpriced.categoryId)) ?? '/dashboard'
}

function FootBar({
  back,
  busy,
  country,
  label,
  onPress,
}: {
  onPress: () => void
  back: string | null
  busy: boolean
  country: Signup['country']
  label: ReactNode
}) {
  const t = createTranslator(signupMessages, country)
  return (
    <footer className={styles.acts} data-foot-bar>
      {back ? (
        <Link className={getButtonClasses({ kind: 'secondary' })} to={back}>
          <ArrowLeft className="icon" aria-hidden="true" />
          {t('signup.back')}
        </Link>
      ) : (
        <span />
      )}
      <Button type="submit" form={FORM} loading={busy} onClick={onPress}>
        {label}
      </Button>
    </footer>
  )
}

function backOf(pathname: string, categoryId: number | null): string | null {
  const at = parseStepPath(pathname)
  const before = at && stepNames[stepNames.indexOf(at.step) - 1]
  return before ? getStepPath(before, at.categoryId ?? categoryId) : '/join'
}

/** Shows the browser's warning before a page with unsaved changes closes. */
function useUnloadGuard(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [dirty])
}

export function ErrorBoundary() {
  return <ErrorPage />
}
