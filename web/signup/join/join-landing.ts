import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import type { LandingTexts } from '#web/content/landing-edit.ts'
import { sketchPercent } from './earnings.ts'
import { getVariant } from './variants.ts'
import { joinMessages } from '#web/signup/messages.ts'

const t = createTranslator(joinMessages)
const variant = getVariant('/join')
const headline = variant?.headline ?? ''

/** Default editable text of the join page. Measured times are filled in per request. */
export const joinLanding: LandingTexts = {
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
