/**
 * Version of the drawing code. It is in every drawing's address, so that a new version invalidates permanently cached
 * pictures.
 */
export const artVersion = 4

export const sceneCount = 10

/** Number of preceding pictures whose compositions a list avoids. */
export const sceneReach = 8

export const getDrawingUrl = (id: number, frame: 'wide' | 'square' | 'tall'): string =>
  `/pictures/${id}.svg?frame=${frame}${frame === 'square' ? '' : `&scene=${id % sceneCount}`}&v=${artVersion}`

export const getSiteDrawingUrl = (name: string): string => `/pictures/site/${name}.svg?v=${artVersion}`

/** Returns the same drawing in another frame. Photographs are unchanged, since the page crops them. */
export const setPictureFrame = (src: string, frame: 'wide' | 'square' | 'tall'): string =>
  src.replace(/([?&]frame=)(?:wide|square|tall)/, `$1${frame}`)

/** Returns the pictures of a list so that no composition repeats within eight. Photographs stay unchanged. */
export function spreadScenes<P extends { src: string }>(pictures: readonly P[]): P[] {
  const near: number[] = []
  return pictures.map((picture) => {
    const own = /&scene=(\d+)/.exec(picture.src)?.[1]
    if (own === undefined) return picture
    let scene = Number(own) % sceneCount
    while (near.includes(scene)) scene = (scene + 1) % sceneCount
    near.push(scene)
    if (near.length > sceneReach) near.shift()
    return { ...picture, src: picture.src.replace(/&scene=\d+/, `&scene=${scene}`) }
  })
}

export function spreadCoverScenes<C extends { coverImg: { src: string }; pictures?: readonly { src: string }[] }>(
  cards: readonly C[],
): C[] {
  const covers = spreadScenes(cards.map(({ coverImg }) => coverImg))
  return cards.map((card, i) => {
    const { src } = covers[i] ?? card.coverImg
    if (src === card.coverImg.src) return card
    return {
      ...card,
      coverImg: { ...card.coverImg, src },
      ...(card.pictures && {
        pictures: card.pictures.map((picture) => (picture.src === card.coverImg.src ? { ...picture, src } : picture)),
      }),
    }
  })
}
