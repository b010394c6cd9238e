// Light in sRGB values, as Urho3D and U3D add it: colours are multiplied and added as they are stored, and lamps fall along a ramp.

import { ShaderChunk } from "three";

const LINEAR_FALL = "float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {";
const FALL = ShaderChunk.lights_pars_begin.replace(LINEAR_FALL, `${LINEAR_FALL}
#ifdef SRGB_LIGHT
  if ( cutoffDistance > 0.0 ) return saturate( 1.0 - pow2( lightDistance / cutoffDistance ) );
#endif`);

/** What is put into the shaders of lit surfaces. @param {any} shader */
function bend(shader) {
  shader.fragmentShader = shader.fragmentShader
    .replace("#include <lights_pars_begin>", FALL)
    .replace("#include <lights_physical_fragment>", `#ifdef SRGB_LIGHT
  diffuseColor.rgb = sRGBTransferOETF( vec4( diffuseColor.rgb, 1.0 ) ).rgb;
  totalEmissiveRadiance = sRGBTransferOETF( vec4( totalEmissiveRadiance, 1.0 ) ).rgb;
#endif
#include <lights_physical_fragment>`)
    .replace("#include <opaque_fragment>", `#ifdef SRGB_LIGHT
  outgoingLight = sRGBTransferEOTF( vec4( clamp( outgoingLight, 0.0, 1.0 ), 1.0 ) ).rgb;
#endif
#include <opaque_fragment>`);
}

/** Has surfaces lit in sRGB values, or in linear light again. @param {Iterable<any>} materials @param {boolean} isOn */
export function lightInSrgb(materials, isOn) {
  for (const material of materials) {
    // Surfaces without a colour of their own are white in the engine, and grey where they should be seen.
    if (material.userData.blank) material.color.copy(isOn ? material.userData.blank : material.userData.grey);
    if (!material.isMeshStandardMaterial || Boolean(material.defines?.SRGB_LIGHT !== undefined) === isOn) continue;
    material.onBeforeCompile = bend;
    const { SRGB_LIGHT: _, ...others } = material.defines ?? {};
    material.defines = isOn ? { ...others, SRGB_LIGHT: "" } : others;
    material.needsUpdate = true;
  }
}
