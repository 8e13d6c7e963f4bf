import type { RouterContextProvider } from 'react-router'
import { mergeFaqs, type DefaultFaq, type PageFields } from '#contract/content/page-edit.ts'
import { serverApi } from '#web/platform/api/server-api.ts'
import type { SitePicture } from './site-pictures.ts'

/** Editable texts of a landing page. */
export type LandingTexts = {
  title: string
  description: string
  bannerTitle: string
  bannerText: string
  faqs: readonly DefaultFaq[]
}

export const loadLandingEdit = async (
  context: Readonly<RouterContextProvider>,
  path: string,
): Promise<PageFields | null> => (await serverApi(context).texts.words({ path })).edit

export function applyLandingEdit<W extends LandingTexts>(made: W, edit: PageFields | null | undefined): W {
  if (!edit) return made
  return {
    ...made,
    title: edit.title ?? made.title,
    description: edit.description ?? made.description,
    bannerTitle: edit.bannerTitle ?? made.bannerTitle,
    bannerText: edit.bannerText ?? made.bannerText,
    faqs: mergeFaqs(made.faqs, edit.faqs),
  }
}

export const prependPicture = (
  pictures: readonly SitePicture[],
  edit: PageFields | null | undefined,
): readonly SitePicture[] => (edit?.picture ? [edit.picture, ...pictures.slice(0, -1)] : pictures)
