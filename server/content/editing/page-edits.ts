import type { SeoPage } from '#contract/content/content.ts'
import { faqsWith, noFields, type PageFields } from '#contract/content/page-edit.ts'

type Laid = PageFields & { publishedAt?: Date }

/** Whether any field says something else than what was made. */
export const saysAnything = (fields: PageFields): boolean =>
  (Object.keys(noFields) as (keyof PageFields)[]).some((field) => fields[field] !== null)

/** A place page with the words, picture and questions that an operator gave it; its structured data has to be made anew from the answer. */
export function withEdit(page: SeoPage, edit: Laid | null | undefined): SeoPage {
  if (!edit || !saysAnything(edit)) return page
  const { title, description, bannerTitle, bannerText, picture, faqs, publishedAt } = edit
  const changed = publishedAt?.toISOString().slice(0, 10) ?? ''
  return {
    ...page,
    edited: true,
    title: title ?? page.title,
    seoTitle: title ?? page.seoTitle,
    metaDescription: description ?? page.metaDescription,
    seoDescription: description ?? page.seoDescription,
    banner: {
      ...page.banner,
      title: bannerTitle ?? page.banner.title,
      subTitle: bannerText ?? page.banner.subTitle,
      ...(picture ? { img: picture.src, alt: picture.alt, given: true } : {}),
    },
    faqs: faqsWith(page.faqs, faqs),
    updatedAt: changed > page.updatedAt ? changed : page.updatedAt,
  }
}
