import { defaultCountry } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { LandingTexts } from '#web/content/landing-edit.ts'
import { getHomeFaqs } from './faqs.ts'
import { homeMessages } from './messages.ts'

const t = createTranslator(homeMessages)

/** Default editable texts of the front page. */
export const homeLanding: LandingTexts = {
  title: t('home.meta.title'),
  description: t('home.meta.description'),
  bannerTitle: `${t('home.hero.title.before')}${t('home.hero.title.marked')} ${t('home.hero.title.after')}`,
  bannerText: t('home.hero.text'),
  faqs: getHomeFaqs(defaultCountry),
}
