import { distance, money } from '#contract/format.ts'
import type { OwnProfile } from '#contract/providers/own-profile.ts'
import { metresPerUnit } from '#contract/constants.ts'
import type { Progress } from '#contract/signup/signup.ts'
import type { SignupStep } from '#contract/signup/signup-steps.ts'
import { reader } from '#contract/words.ts'
import { signupWords } from './signup-words.ts'

/** What a step holds, in a line. */
export function stepFacts(step: SignupStep, progress: Progress, profile: OwnProfile): string {
  const t = reader(signupWords, profile.countryCode)
  const said = (amount: number) => money(amount, profile.currency)
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
        ? t('s5.mode.studio')
        : `${t(`s5.mode.${travel.mode}`)}. ${t('s5.range.value', { distance: distance(travel.radius * metresPerUnit[profile.distanceUnit], profile.countryCode) })}`
    case 'set-min-job-size':
      return profile.minimumJob > 0 ? said(profile.minimumJob) : t('s6.none')
    case 'set-instagram':
      return profile.instagram ? `@${profile.instagram}` : ''
    case 'set-kit':
      return [t('s8.shades.value', { n: kit.shades.length }), ...kit.brands, ...kit.tools].join(', ')
    case 'set-bio':
      return profile.bio
    case 'photo':
      return profile.photo ? t('s10.done') : ''
    case 'selfie':
      return progress.identity.selfie && progress.identity.document ? t('s10.done') : ''
    default:
      return ''
  }
}
