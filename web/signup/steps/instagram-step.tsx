import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { InstagramForm } from '#web/signup/forms/instagram-form.tsx'
import { StepHead, useOwnSignup, useSignupMessages } from '#web/signup/use-signup.tsx'
import { Button } from '#web/ui/button.tsx'

/** Step 7: Instagram. */
export default function InstagramStep() {
  const { profile, catalogue, form, passed, onState } = useOwnSignup()
  const t = useSignupMessages()
  const { pending, run } = useForm({ toasts: true })
  const skip = async () => {
    await run(
      async () => {
        await browserApi().providerProfile.instagram({ handle: '' })
        await passed('set-instagram')
      },
      { staysPending: true },
    )
  }
  return (
    <>
      <StepHead title={getStepTitle('set-instagram')} help={t('step7.help')} />
      <div className="card pad-24">
        <InstagramForm
          id={form}
          profile={profile}
          catalogue={catalogue}
          onSaved={() => passed('set-instagram')}
          onState={onState}
        />
      </div>
      <div>
        <Button kind="quiet" loading={pending} onClick={skip}>
          {t('step7.skip')}
        </Button>
      </div>
    </>
  )
}
