import { Link } from 'react-router'
import type { BreadcrumbList, WithContext } from 'schema-dts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'

export const directoryMessages = defineMessages({
  'country.AU': 'Australia',
  'country.CA': 'Canada',
  'country.GB': 'the United Kingdom',
  'country.US': 'the United States',
  'places.meta.title': 'All places · Primp',
  'places.meta.description': 'Every city, town and neighbourhood with artists on Primp, by country.',
  'places.title': 'All places',
  'places.lists': '{category} in {country}, from A to Z',
  'places.list.meta.title': '{category} in {country}, {from} to {to} · Primp',
  'places.list.meta.description':
    '{n} places in {country}, from {from} to {to}, with the number of artists and the lowest price in each. {category}, for every occasion.',
  'places.list.title': '{category} in {country}',
  'places.list.part': '{from} to {to}',
  'places.list.artists':
    '{n, plural, one {1 artist, from {minPrice} per person} other {{n} artists, from {minPrice} per person}}',
  'artists.meta.title': 'All artists · Primp',
  'artists.meta.description': 'Every artist who takes bookings on Primp, by name and country.',
  'artists.title': 'All artists',
  'artists.list.meta.title': 'Artists in {country}, {from} to {to} · Primp',
  'artists.list.meta.description': '{n} artists in {country}, by name, from {from} to {to}.',
  'artists.list.title': 'Artists in {country}',
  'list.back': 'Previous',
  'list.on': 'Next',
  'list.parts': 'Pages of this list',
})

const t = createTranslator(directoryMessages)

export function Parts({ part, parts, to }: { part: number; parts: number; to: (part: number) => string }) {
  if (parts < 2) return null
  return (
    <nav aria-label={t('list.parts')} className="row space-between">
      <span>
        {part > 1 && (
          <Link className="link tap-target" to={to(part - 1)}>
            {t('list.back')}
          </Link>
        )}
      </span>
      <span>
        {part < parts && (
          <Link className="link tap-target" to={to(part + 1)}>
            {t('list.on')}
          </Link>
        )}
      </span>
    </nav>
  )
}

export const buildBreadcrumbSchema = (
  crumbs: readonly { label: string; link: string }[],
  publicUrl: string,
): WithContext<BreadcrumbList> => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ label, link }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: publicUrl + link,
  })),
})
