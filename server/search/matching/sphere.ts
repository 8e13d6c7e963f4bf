export const earthMetres = 6_371_008.8

export function toSpherePoint(lat: number, lng: number): [number, number, number] {
  const radians = Math.PI / 180
  const across = Math.cos(lat * radians)
  return [across * Math.cos(lng * radians), across * Math.sin(lng * radians), Math.sin(lat * radians)]
}
