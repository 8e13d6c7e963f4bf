import type { BreadcrumbList, Service, WithContext } from 'schema-dts'
import type { Profile } from '#contract/providers/providers.ts'

const context = 'https://schema.org'

/** What a profile tells search engines: who works where at what prices, and a score from real reviews alone. */
export function profileSchemas(
  profile: Profile,
  publicUrl: string,
  sample: boolean,
): [WithContext<BreadcrumbList>, WithContext<Service>] {
  const url = `${publicUrl}/@/${profile.slug}`
  const prices = profile.services.map(({ price }) => price)
  const [first] = profile.artists
  // A name with several behind it, or another one, is a business.
  const alone = profile.artists.length === 1 && first !== undefined && profile.name.startsWith(first.name)
  return [
    {
      '@context': context,
      '@type': 'BreadcrumbList',
      itemListElement: [
        ['Home', '/'],
        ['All artists', '/content/artists'],
        [profile.name, `/@/${profile.slug}`],
      ].map(([name, path], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name: name ?? '',
        item: publicUrl + path,
      })),
    },
    {
      '@context': context,
      '@type': 'Service',
      name: profile.name,
      url,
      description: profile.bio,
      serviceType: [...new Set(profile.services.map(({ type }) => type))].join(', '),
      provider: { '@type': alone ? 'Person' : 'Organization', name: profile.name, url },
      areaServed: {
        '@type': 'Place',
        name: profile.area,
        address: {
          '@type': 'PostalAddress',
          addressLocality: profile.city || profile.area,
          addressCountry: profile.countryCode,
        },
      },
      ...(prices.length
        ? {
            offers: {
              '@type': 'AggregateOffer',
              offerCount: prices.length,
              lowPrice: Math.min(...prices),
              highPrice: Math.max(...prices),
              priceCurrency: profile.currency,
            },
          }
        : {}),
      ...(!sample && profile.rating !== null && profile.totalReviews > 0
        ? {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: profile.rating,
              reviewCount: profile.totalReviews,
              bestRating: 5,
              worstRating: 1,
            },
          }
        : {}),
    },
  ]
}
