const regionId = 'announcements'
// Screen readers notice a change in a region that they know already.
const KNOWN_MS = 150

/** Tells people who use a screen reader what an action did, if the page shows it elsewhere or only by its look. */
export function announce(text: string): void {
  const region = document.getElementById(regionId) ?? createRegion()
  region.textContent = ''
  setTimeout(() => {
    region.textContent = text
  }, KNOWN_MS)
}

function createRegion(): HTMLElement {
  const region = document.createElement('div')
  region.id = regionId
  region.className = 'visually-hidden'
  region.setAttribute('role', 'status')
  document.body.append(region)
  return region
}
