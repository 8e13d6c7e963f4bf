import bricolage from '#web/platform/fonts/bricolage-grotesque-82-basic.woff2?url'
import figtree from '#web/platform/fonts/figtree-basic.woff2?url'

/** The letters that every page is written with. */
export const letters: readonly string[] = [bricolage, figtree]

/**
 * What a page needs before it can be painted, as its `Link` header says it: a proxy that speaks `103 Early Hints` sends it on
 * while the page is still drawn, and a browser asks for it before it has read the head.
 */
export const linkHeader = (sheet: string | undefined): string =>
  [
    ...(sheet ? [`<${sheet}>; rel=preload; as=style`] : []),
    ...letters.map((href) => `<${href}>; rel=preload; as=font; type="font/woff2"; crossorigin`),
  ].join(', ')
