import type { EditedPage } from '#contract/operator/pages.ts'
import { homeLanding } from './home/home-messages.ts'
import { specialLandings } from './special/landings.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import type { LandingTexts } from './landing-edit.ts'
import { sketchPercent } from '#web/signup/join/earnings.ts'
import { getVariant } from '#web/signup/join/variants.ts'
import { joinMessages } from '#web/signup/messages.ts'

const t = createTranslator(joinMessages)
const variant = getVariant('/join')
const headline = variant?.headline ?? ''

/** Default editable text of the join page. Measured times are filled in per request. */
const joinLanding: LandingTexts = {
  title: t('join.meta.title'),
  description: t('join.meta.description'),
  bannerTitle: typeof headline === 'string' ? headline : headline.kilometres,
  bannerText: variant?.text ?? '',
  faqs: (['1', '2', '3', '5', '6', '7', '8'] as const).map((n) => ({
    _id: n,
    question: t(`join.faq.${n}.q`),
    answer: formatMessage(joinMessages[`join.faq.${n}.a`], { percent: sketchPercent }),
  })),
}

export function getLandingTexts(path: string): NonNullable<EditedPage['made']> {
  const made = path === '/join' ? joinLanding : (specialLandings[path as keyof typeof specialLandings] ?? homeLanding)
  return { ...made, faqs: [...made.faqs], body: null }
}
