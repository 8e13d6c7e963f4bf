import { useEffect, useMemo, useState } from 'react'
import { metresPerUnit } from '#contract/constants.ts'
import { formatDistance, formatMoney } from '#contract/format.ts'
import { toMinor } from '#contract/money.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { computeTravelCost, computeUnitsWithFee } from '#contract/price.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { MapDot, StreetMap } from '#web/ui/map/map.tsx'
import signupStyles from '#web/signup/signup.module.css'
import pictureStyles from '#web/ui/pictures/picture.module.css'

/** The area that an artist travels in, around the point that customers see. */
export function TravelMap({ profile, metres, label }: { profile: EditableProfile; metres: number; label: string }) {
  const [lng, lat] = profile.location.rounded
  const area = useMemo(() => ({ centre: [lng, lat] as const, metres }), [lng, lat, metres])
  const view = useMemo(() => [area.centre], [area])
  return (
    <div className={joinClasses(signupStyles.areaMap, signupStyles.large, pictureStyles.frame)}>
      <StreetMap
        label={label}
        summary={`${profile.location.area}, ${formatDistance(metres, profile.countryCode)}`}
        view={view}
        area={area}
        country={profile.countryCode}
        padding={padding}
        inPage>
        <MapDot at={area.centre} />
      </StreetMap>
    </div>
  )
}

// The credits of the map take two lines on a phone.
const padding = { top: 16, right: 16, bottom: 56, left: 16 }

type Asked = { profile: EditableProfile; percent: number; radius: number; free: number; perUnit: number }

/** Returns a real place at about two thirds of the radius, and the travel price there. */
export function useTravelExample({
  profile,
  percent,
  radius,
  free,
  perUnit,
}: Asked): { place: string; distance: string; amount: string } | null {
  const [found, setFound] = useState<{ place: string; metres: number } | null>(null)
  const [lng, lat] = profile.location.rounded
  const unit = metresPerUnit[profile.distanceUnit]
  const reach = Math.round(radius * unit * 0.66)
  // Follows the slider; the last example stays until the next response.
  useEffect(() => {
    let over = false
    const timer = setTimeout(() => {
      const north = reach / 111_195
      const near = `${(lng + north / Math.max(0.1, Math.cos((lat * Math.PI) / 180)) / Math.SQRT2).toFixed(4)},${(lat + north / Math.SQRT2).toFixed(4)}`
      browserApi()
        .places.find({ near, limit: '1' }, { auth: false })
        .then(([place]) => {
          if (!over && place) setFound({ place: place.text, metres: metresBetween([lng, lat], place.center) })
        })
        .catch(() => {})
    }, 300)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [lng, lat, reach])
  if (!found) return null
  const costMinor = computeTravelCost({
    metres: found.metres,
    freeMetres: free * unit,
    metresPerUnit: unit,
    costPerUnitMinor: toMinor(perUnit),
  })
  return {
    place: found.place,
    distance: formatDistance(found.metres, profile.countryCode),
    amount: formatMoney(computeUnitsWithFee(costMinor, percent), profile.currency),
  }
}

function metresBetween([lng1, lat1]: readonly [number, number], [lng2, lat2]: readonly [number, number]): number {
  const radians = Math.PI / 180
  const a =
    Math.sin(((lat2 - lat1) * radians) / 2) ** 2 +
    Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * Math.sin(((lng2 - lng1) * radians) / 2) ** 2
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(a))
}
