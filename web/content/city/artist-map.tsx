import { useMemo } from 'react'
import { Link } from 'react-router'
import type { SeoPage } from '#contract/content/content.ts'
import type { Country } from '#contract/words.ts'
import { MapMark, StreetMap } from '#web/ui/map/map.tsx'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import styles from './artist-map.module.css'

interface ArtistMapProps {
  label: string
  page: SeoPage
  country: Country
}

/** Returns each artist with the number of artists before at the same rounded position, who would cover each other. */
function spreadAtSamePlace(artists: SeoPage['providers']): { artist: SeoPage['providers'][number]; shift: number }[] {
  const seen = new Map<string, number>()
  return artists.map((artist) => {
    const place = artist.position.join()
    const shift = seen.get(place) ?? 0
    seen.set(place, shift + 1)
    return { artist, shift }
  })
}

/** A map of a place with the artists that its page shows, each a link to the profile. */
export function ArtistMap({ label, page: { center, providers }, country }: ArtistMapProps) {
  const view = useMemo(
    () => [[center.lng, center.lat] as const, ...providers.map(({ position }) => position)],
    [center, providers],
  )
  return (
    <StreetMap label={label} summary={label} view={view} country={country} zoom={12} inPage>
      {spreadAtSamePlace(providers).map(({ artist, shift }) => (
        <MapMark key={artist._id} at={artist.position}>
          <Link className={styles.pin} style={{ translate: `${shift * 40}px 0` }} to={`/@/${artist.slug}`}>
            <Avatar size={48} loading="eager" src={artist.profileImg.src} alt="" />
            <span>{artist.name}</span>
          </Link>
        </MapMark>
      ))}
    </StreetMap>
  )
}
