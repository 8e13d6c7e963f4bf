import { defaultCountry, reader } from '#contract/words.ts'
import type { LandingWords } from '#web/content/landing-edit.ts'
import { homeFaqs } from './faqs.ts'
import { homeWords } from './words.ts'

const t = reader(homeWords)

/** The words of the front page that an operator may change, as they were made. */
export const homeLanding: LandingWords = {
  title: t('home.meta.title'),
  description: t('home.meta.description'),
  bannerTitle: `${t('home.hero.title.before')}${t('home.hero.title.marked')} ${t('home.hero.title.after')}`,
  bannerText: t('home.hero.text'),
  faqs: homeFaqs(defaultCountry),
}
