/** The version of what is drawn from the same data. It stands in every address of a drawing, so that a browser that keeps pictures for ever asks anew when they are drawn anew. */
export const artVersion = 3

/** How many compositions a picture can be drawn in: nine neighbours in a row can each have another. */
export const sceneCount = 10

/** How far a composition is not met again in a list. */
export const sceneReach = 8

/** Where a stored drawing is found, in that frame; covers and galleries in a composition of their own. */
export const getDrawingUrl = (id: number, frame: 'wide' | 'square' | 'tall'): string =>
  `/pictures/${id}.svg?frame=${frame}${frame === 'square' ? '' : `&scene=${id % sceneCount}`}&v=${artVersion}`

/** Where a drawing of the site's own is found. */
export const getSiteDrawingUrl = (name: string): string => `/pictures/site/${name}.svg?v=${artVersion}`

/** The same drawing in another frame; a photograph is cut by the page. */
export const setPictureFrame = (src: string, frame: 'wide' | 'square' | 'tall'): string =>
  src.replace(/([?&]frame=)(?:wide|square|tall)/, `$1${frame}`)

/** The pictures of a list in its order, none in the composition of one of the eight before it; photographs stay as they are. */
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

/** The cards of a list in its order, their covers `spreadScenes`. */
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
