import type { SeoPage } from '#contract/content.ts'

type Told = Pick<SeoPage, 'title' | 'city' | 'breadcrumbs' | 'faqs' | 'providers' | 'offers' | 'totalReviewCount' | 'totalReviewScore' | 'sample' | 'countryCode'>

const context = 'https://schema.org'

/** What a page tells search engines: only what stands on it too, and no rating where the people are made up. */
export function schemasOf(page: Told, publicUrl: string): Record<string, unknown>[] {
  const { offers } = page
  const rated = !page.sample && page.totalReviewScore !== null && page.totalReviewCount > 0
  return [
    {
      '@context': context, '@type': 'BreadcrumbList',
      itemListElement: page.breadcrumbs.map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, name: crumb.label, item: publicUrl + crumb.link })),
    },
    {
      '@context': context, '@type': 'Service', name: `Hair and makeup artists in ${page.city}`, serviceType: 'Hair, makeup and nails for events',
      areaServed: { '@type': 'City', name: page.city, containedInPlace: { '@type': 'Country', name: page.countryCode } }, provider: { '@type': 'Organization', name: 'Primp', url: `${publicUrl}/` },
      ...(offers ? { offers: {
        '@type': 'AggregateOffer', description: `Whole quotes for searches in ${page.city}`, offerCount: offers.count, lowPrice: offers.minPrice, highPrice: offers.maxPrice, priceCurrency: offers.currency,
      } } : {}),
      ...(rated ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: page.totalReviewScore, reviewCount: page.totalReviewCount } } : {}),
    },
    ...(page.providers.length ? [{
      '@context': context, '@type': 'ItemList', name: `Artists in ${page.city}`,
      itemListElement: page.providers.map((provider, index) => ({ '@type': 'ListItem', position: index + 1, name: provider.name, url: `${publicUrl}/@/${provider.slug}` })),
    }] : []),
    ...(page.faqs.length ? [{
      '@context': context, '@type': 'FAQPage',
      mainEntity: page.faqs.map(({ question, answer }) => ({ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } })),
    }] : []),
  ]
}
