import type { SeoPage } from '#contract/content.ts'
import { reader } from '#contract/words.ts'
import { londonWords } from './london-words.ts'

const t = reader(londonWords, 'GB')

/** The address that has built-in data while the sample market is on. */
export const londonLink = '/gb/makeup-hair-styling/london'

const faqs = (['price', 'ahead', 'mobile', 'parking'] as const).map((id) => ({
  _id: id,
  question: t(`london.faq.${id}.q`),
  answer: t(`london.faq.${id}.a`),
}))

// Sample data: these figures were given for the London page and belong to no real market.
const sampleFigures = {
  totalReviewCount: 14718,
  totalReviewScore: 4.9,
  offers: { count: 117, minPrice: 65, maxPrice: 257, currency: 'GBP' },
}

// An operator's own words stand over these.
const words = ({ banner }: SeoPage) => ({
  title: t('london.title'), metaDescription: t('london.description'), seoTitle: t('london.seoTitle'), seoDescription: t('london.description'), banner: { ...banner, title: t('london.title') },
})

/** The built-in texts and figures of London over the artists, places and pictures that the market shows. */
export function londonPage(computed: SeoPage): SeoPage {
  return {
    ...computed,
    ...sampleFigures,
    intro: t('london.intro'),
    ...(computed.edited ? {} : words(computed)),
    faqs,
    breadcrumbs: [
      { label: 'Home', link: '/' },
      { label: 'United Kingdom', link: '/content/places#gb' },
      { label: 'London', link: londonLink },
    ],
    center: { lat: 51.51, lng: -0.13 },
    indexed: true,
    sample: true,
    // The rating is sample data, so search engines are not told of it.
    schemas: computed.schemas.map((schema) => {
      if (schema['@type'] !== 'FAQPage') return schema
      return {
        ...schema,
        mainEntity: faqs.map((faq) => ({ '@type': 'Question', name: faq.question, acceptedAnswer: { '@type': 'Answer', text: faq.answer } })),
      }
    }),
  }
}
