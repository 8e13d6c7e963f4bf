import { expect, test } from 'vitest'
import { followWay, createLocationSharing } from './way-card.tsx'

const kept = () => {
  const all = new Map<string, string>()
  return {
    getItem: (key: string) => all.get(key) ?? null,
    setItem: (key: string, value: string) => void all.set(key, value),
    removeItem: (key: string) => void all.delete(key),
  }
}

test('only the browser with consent sends the location, and only for that journey', () => {
  const [phone, laptop] = [createLocationSharing(kept()), createLocationSharing(kept())]
  phone.begin('a1', '2027-06-12T09:00:00.000Z')
  // The same instant in another notation.
  expect(phone.is('a1', '2027-06-12T10:00:00.000+01:00')).toBe(true)
  expect(laptop.is('a1', '2027-06-12T09:00:00.000Z')).toBe(false)
  expect(phone.is('a2', '2027-06-12T09:00:00.000Z')).toBe(false)
  expect(phone.is('a1', '2027-06-12T09:20:00.000Z'), 'begun anew on another device').toBe(false)
  phone.end()
  expect(phone.is('a1', '2027-06-12T09:00:00.000Z')).toBe(false)
})

test('the card says when a browser denies the location, cannot determine it, and can again', () => {
  const told: unknown[] = []
  let now = 0
  const on = {
    onPlace: (place: unknown) => told.push(place),
    onDenied: () => told.push('denied'),
    onLost: (lost: boolean) => told.push(lost ? 'lost' : 'found'),
  }
  followWay(undefined, () => now, on)()
  expect(told.splice(0)).toEqual(['denied'])

  let [place, fault]: [PositionCallback, PositionErrorCallback] = [() => {}, () => {}]
  const stopped: number[] = []
  const geolocation = {
    watchPosition: (onPlace: PositionCallback, onFault: PositionErrorCallback) => {
      ;[place, fault] = [onPlace, onFault]
      return 7
    },
    clearWatch: (id: number) => void stopped.push(id),
  } as Geolocation
  const stop = followWay(geolocation, () => now, on)
  const at = { coords: { latitude: 51.5, longitude: -0.1 } } as GeolocationPosition
  const wrong = (code: number) => ({ code, PERMISSION_DENIED: 1 }) as GeolocationPositionError
  fault(wrong(2))
  place(at)
  now = 1_000
  place(at)
  fault(wrong(1))
  stop()
  expect(told).toEqual(['lost', 'found', { lat: 51.5, lng: -0.1 }, 'found', 'denied'])
  expect(stopped).toEqual([7])
})
