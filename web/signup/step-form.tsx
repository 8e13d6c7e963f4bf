import type { OwnCatalogue } from '#contract/providers/own-catalogue.ts'
import type { Progress } from '#contract/signup/signup.ts'
import type { SignupStep } from '#contract/signup/signup-steps.ts'
import { BioForm } from './forms/bio-form.tsx'
import { IdentityForm } from './forms/identity-form.tsx'
import { InstagramForm } from './forms/instagram-form.tsx'
import { KitForm } from './forms/kit-form.tsx'
import { LocationForm } from './forms/location-form.tsx'
import { MinimumJobForm } from './forms/minimum-job-form.tsx'
import { PhotoForm } from './forms/photo-form.tsx'
import { PricingForm } from './forms/pricing-form.tsx'
import { RegisterForm } from './forms/register-form.tsx'
import { ServicesForm } from './forms/services-form.tsx'
import { TravelForm } from './forms/travel-form.tsx'
import type { FormState } from './forms/use-form.ts'

interface Props {
  step: SignupStep
  id: string
  progress: Progress
  catalogue: OwnCatalogue
  onSaved: () => Promise<void>
  onState: (state: FormState) => void
}

/** The form of a step by its name. */
export function StepForm({ step, id, progress, catalogue, onSaved, onState }: Props) {
  const { profile } = progress
  if (!profile) return null
  const own = { id, profile, catalogue, onSaved, onState }
  switch (step) {
    case 'register':
      return (
        <RegisterForm
          id={id}
          person={progress.person}
          from={progress.landing}
          firstService={progress.firstService}
          onSaved={onSaved}
          onState={onState}
        />
      )
    case 'set-location':
      return <LocationForm id={id} profile={profile} onSaved={onSaved} onState={onState} />
    case 'select-services':
      return <ServicesForm {...own} />
    case 'pricing':
      return <PricingForm {...own} categoryId={progress.category?.id ?? catalogue.categories[0]?.id ?? 0} />
    case 'confirm-travel':
      return <TravelForm {...own} />
    case 'set-min-job-size':
      return <MinimumJobForm {...own} />
    case 'set-instagram':
      return <InstagramForm {...own} />
    case 'set-kit':
      return <KitForm {...own} asked />
    case 'set-bio':
      return <BioForm {...own} />
    case 'photo':
      return <PhotoForm {...own} />
    case 'selfie':
      return (
        <IdentityForm
          id={id}
          country={profile.countryCode}
          identity={unlessSentBack(progress)}
          onSaved={onSaved}
          onState={onState}
        />
      )
    default:
      return null
  }
}

// A picture that came back has to be taken again, whatever is kept.
function unlessSentBack({ identity, sentBack }: Progress): Progress['identity'] {
  const open = sentBack.filter(({ step, fixed }) => step === 'selfie' && !fixed)
  const asks = (reasons: readonly string[]) => open.some(({ reason }) => reasons.includes(reason))
  return {
    selfie: identity.selfie && !asks(['selfie', 'match', 'other']),
    document: asks(['document', 'expired', 'match', 'other']) ? null : identity.document,
  }
}
