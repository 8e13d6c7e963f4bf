import type { EditedPage } from '#contract/operator/pages.ts'
import { homeLanding } from './home/home-messages.ts'
import { specialLandings } from './special/landings.ts'
import { joinLanding } from '#web/signup/join/join-landing.ts'

export function getLandingTexts(path: string): NonNullable<EditedPage['made']> {
  const made = path === '/join' ? joinLanding : (specialLandings[path as keyof typeof specialLandings] ?? homeLanding)
  return { ...made, faqs: [...made.faqs], body: null }
}
