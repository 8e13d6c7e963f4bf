import { getStepTitle } from '#contract/signup/signup-steps.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { MinimumJobForm } from '#web/signup/forms/minimum-job-form.tsx'
import { StepHead, useOwnSignup, useSignupMessages } from '#web/signup/use-signup.tsx'
import { Button } from '#web/ui/button.tsx'

/** Step 6: minimum booking. */
export default function MinimumJobStep() {
  const { profile, catalogue, form, passed, onState, preview } = useOwnSignup()
  const t = useSignupMessages()
  const { pending, run } = useForm({ toasts: true })
  const skip = async () => {
    await run(
      async () => {
        await browserApi().providerProfile.minimumJob({ amount: 0 })
        await passed('set-min-job-size')
      },
      { staysPending: true },
    )
  }
  return (
    <>
      <StepHead title={getStepTitle('set-min-job-size')} help={t('step6.help')} />
      <MinimumJobForm
        id={form}
        profile={profile}
        catalogue={catalogue}
        onSaved={() => passed('set-min-job-size')}
        onState={onState}
        onPreview={preview}
      />
      <div>
        <Button kind="quiet" loading={pending} onClick={skip}>
          {t('step6.skip')}
        </Button>
      </div>
    </>
  )
}
