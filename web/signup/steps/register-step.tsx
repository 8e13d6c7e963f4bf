import { Link, useSearchParams } from 'react-router'
import type { User } from '#contract/accounts/accounts.ts'
import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { saveSession, saveUser } from '#web/platform/session.ts'
import { updateSlice } from '#web/platform/store/store.ts'
import { useClientStore } from '#web/platform/store/use-store.tsx'
import { setUser } from '#web/platform/store/slices.ts'
import { RegisterForm } from '#web/signup/forms/register-form.tsx'
import { StepHead, useSignup, useSignupMessages } from '#web/signup/use-signup.tsx'
import { getLanding, getVariant } from '#web/signup/join/variants.ts'
import { localStore } from '#web/platform/storage.ts'

/** Step 1: creates the account, or adds the role in a session. */
export default function RegisterStep() {
  const { progress, form, passed, onState, preview } = useSignup()
  const t = useSignupMessages()
  const [asked] = useSearchParams()
  const store = useClientStore()
  const from = getLanding(asked.get('from')) ?? progress?.landing ?? '/join'
  const keep = async ({ token, user }: { token: string | null; user: User }) => {
    const { roles: _, ...kept } = user
    if (token) saveSession(localStore, kept, token)
    else saveUser(localStore, kept)
    updateSlice(store, 'user', setUser, kept)
    await passed('register')
  }
  return (
    <>
      <StepHead title={getStepTitle('register')} help={t('step1.help')} />
      <RegisterForm
        id={form}
        person={progress?.person ?? null}
        from={from}
        firstService={getVariant(from)?.firstService ?? null}
        onSaved={keep}
        onState={onState}
        onName={(name) => preview({ name })}
      />
      {!progress && (
        <p className="small muted">
          <Link to="/login?redirect=/signup">{t('signup.login')}</Link>
        </p>
      )}
    </>
  )
}
