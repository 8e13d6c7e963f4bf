import type { BreadcrumbList, WithContext } from 'schema-dts'

/** Breadcrumbs as search engines read them. */
export const crumbList = (
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
