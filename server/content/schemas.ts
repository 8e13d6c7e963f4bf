import { defineMessages, formatMessage } from '#contract/i18n/messages.ts'
import type { BreadcrumbList, FAQPage, ItemList, Service, WithContext } from 'schema-dts'
import { defaults } from '#contract/constants.ts'
import type { SeoPage } from '#contract/content/content.ts'

const schemaTexts = defineMessages({
  'service.name': 'Hair and makeup artists for {city}',
  'service.type': 'Hair, makeup and nails for events',
  'offers.description': 'Total prices for searches in {city}',
  'list.name': 'Artists for {city}',
})

type Told = Pick<
  SeoPage,
  | 'title'
  | 'city'
  | 'breadcrumbs'
  | 'faqs'
  | 'providers'
  | 'offers'
  | 'sample'
  | 'countryCode'
  | 'categorySlug'
  | 'type'
  | 'center'
  | 'artists'
>
type Schema = WithContext<BreadcrumbList> | WithContext<FAQPage> | WithContext<ItemList> | WithContext<Service>

const context = 'https://schema.org'

/** Includes only content visible on the page, and no rating in the sample market. */
export function buildSchemas(page: Told, publicUrl: string): Record<string, unknown>[] {
  const own: Schema[] = [breadcrumbs(page, publicUrl)]
  if (page.artists > 0) own.push(service(page, publicUrl))
  if (page.providers.length > 0) own.push(artists(page, publicUrl))
  // A question is marked up once on the whole site: those of an occasion are the same in every place.
  if (page.type === 'city' && page.faqs.length > 0) own.push(questions(page))
  return own as unknown as Record<string, unknown>[]
}

const breadcrumbs = (page: Told, publicUrl: string): WithContext<BreadcrumbList> => ({
  '@context': context,
  '@type': 'BreadcrumbList',
  itemListElement: page.breadcrumbs.map((crumb, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: crumb.label,
    item: publicUrl + crumb.link,
  })),
})

const service = (page: Told, publicUrl: string): WithContext<Service> => {
  const { offers, city } = page
  const plain = page.categorySlug === defaults.category && page.type === 'city'
  return {
    '@context': context,
    '@type': 'Service',
    name: plain ? formatMessage(schemaTexts['service.name'], { city }) : page.title,
    serviceType: formatMessage(schemaTexts['service.type']),
    areaServed: {
      '@type': 'Place',
      name: city,
      address: { '@type': 'PostalAddress', addressCountry: page.countryCode },
      geo: { '@type': 'GeoCoordinates', latitude: page.center.lat, longitude: page.center.lng },
    },
    provider: { '@type': 'Organization', name: 'Primp', url: `${publicUrl}/` },
    ...(offers
      ? {
          offers: {
            '@type': 'AggregateOffer',
            description: formatMessage(schemaTexts['offers.description'], { city }),
            offerCount: offers.count,
            lowPrice: offers.minPrice,
            highPrice: offers.maxPrice,
            priceCurrency: offers.currency,
          },
        }
      : {}),
  }
}

const artists = (page: Told, publicUrl: string): WithContext<ItemList> => ({
  '@context': context,
  '@type': 'ItemList',
  name: formatMessage(schemaTexts['list.name'], { city: page.city }),
  numberOfItems: page.providers.length,
  itemListElement: page.providers.map((provider, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: {
      '@type': 'LocalBusiness',
      name: provider.name,
      url: `${publicUrl}/@/${provider.slug}`,
      address: { '@type': 'PostalAddress', addressLocality: provider.area, addressCountry: page.countryCode },
      ...(!page.sample && provider.reviewScore !== null && provider.reviewCount > 0
        ? {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: provider.reviewScore,
              reviewCount: provider.reviewCount,
              bestRating: 5,
              worstRating: 1,
            },
          }
        : {}),
    },
  })),
})

const questions = (page: Told): WithContext<FAQPage> => ({
  '@context': context,
  '@type': 'FAQPage',
  mainEntity: page.faqs.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
