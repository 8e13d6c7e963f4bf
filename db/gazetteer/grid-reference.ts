/**
 * Returns the position of a British National Grid reference such as 'TQ345845' as [longitude, latitude] in WGS84,
 * precise to a few metres.
 */
export function parseGridReference(reference: string): [number, number] {
  const [, letters, digits] = /^([A-Z]{2})(\d+)$/.exec(reference.replace(/\s/g, '')) ?? []
  if (!letters || !digits || digits.length % 2) throw new Error(`not a grid reference: ${reference}`)
  const [first, second] = [...letters].map((letter) => 'ABCDEFGHJKLMNOPQRSTUVWXYZ'.indexOf(letter)) as [number, number]
  const half = digits.length / 2
  const scale = 10 ** (5 - half)
  const east =
    (((first % 5) + 3) % 5) * 500_000 + (second % 5) * 100_000 + Number(digits.slice(0, half)) * scale + scale / 2
  const north =
    (4 - Math.floor(first / 5) + 2) * 500_000 -
    1_500_000 +
    (4 - Math.floor(second / 5)) * 100_000 +
    Number(digits.slice(half)) * scale +
    scale / 2
  return toWgs84(...fromNationalGrid(east, north))
}

const airy = { a: 6_377_563.396, b: 6_356_256.909 }
const origin = {
  scale: 0.9996012717,
  lat: (49 * Math.PI) / 180,
  lng: (-2 * Math.PI) / 180,
  north: -100_000,
  east: 400_000,
}

/** Returns latitude and longitude in radians on the Airy ellipsoid, by the Ordnance Survey's series. */
function fromNationalGrid(east: number, north: number): [number, number] {
  const { a, b } = airy
  const e2 = 1 - (b * b) / (a * a)
  const n = (a - b) / (a + b)
  let lat = origin.lat
  let arc = 0
  do {
    lat += (north - origin.north - arc) / (a * origin.scale)
    const [minus, plus] = [lat - origin.lat, lat + origin.lat]
    arc =
      b *
      origin.scale *
      ((1 + n + 1.25 * n * n + 1.25 * n ** 3) * minus -
        (3 * n + 3 * n * n + 2.625 * n ** 3) * Math.sin(minus) * Math.cos(plus) +
        (1.875 * n * n + 1.875 * n ** 3) * Math.sin(2 * minus) * Math.cos(2 * plus) -
        (35 / 24) * n ** 3 * Math.sin(3 * minus) * Math.cos(3 * plus))
  } while (Math.abs(north - origin.north - arc) >= 0.01)
  const sin2 = Math.sin(lat) ** 2
  const nu = (a * origin.scale) / Math.sqrt(1 - e2 * sin2)
  const rho = (a * origin.scale * (1 - e2)) / (1 - e2 * sin2) ** 1.5
  const eta2 = nu / rho - 1
  const [tan, sec, d] = [Math.tan(lat), 1 / Math.cos(lat), east - origin.east]
  return [
    lat -
      (tan / (2 * rho * nu)) * d ** 2 +
      (tan / (24 * rho * nu ** 3)) * (5 + 3 * tan ** 2 + eta2 - 9 * tan ** 2 * eta2) * d ** 4,
    origin.lng + (sec / nu) * d - (sec / (6 * nu ** 3)) * (nu / rho + 2 * tan ** 2) * d ** 3,
  ]
}

function toWgs84(lat: number, lng: number): [number, number] {
  const e2 = 1 - airy.b ** 2 / airy.a ** 2
  const nu = airy.a / Math.sqrt(1 - e2 * Math.sin(lat) ** 2)
  const [x, y, z] = [
    nu * Math.cos(lat) * Math.cos(lng),
    nu * Math.cos(lat) * Math.sin(lng),
    (1 - e2) * nu * Math.sin(lat),
  ]
  const second = Math.PI / 648_000
  const [s, rx, ry, rz] = [1 - 20.4894e-6, 0.1502 * second, 0.247 * second, 0.8421 * second]
  const [x2, y2, z2] = [
    446.448 + x * s - y * rz + z * ry,
    -125.157 + x * rz + y * s - z * rx,
    542.06 - x * ry + y * rx + z * s,
  ]
  const [a, b] = [6_378_137, 6_356_752.3142]
  const e = 1 - (b * b) / (a * a)
  const p = Math.hypot(x2, y2)
  let phi = Math.atan2(z2, p * (1 - e))
  for (let i = 0; i < 6; i++) phi = Math.atan2(z2 + (e * a * Math.sin(phi)) / Math.sqrt(1 - e * Math.sin(phi) ** 2), p)
  return [(Math.atan2(y2, x2) * 180) / Math.PI, (phi * 180) / Math.PI]
}
