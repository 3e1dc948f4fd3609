/**
 * Names of HTML entities for characters in passwords: the signs of ASCII, then Latin-1 from U+00A0
 * on.
 *
 * Source: HTML, 13.5 "Named character references".
 */
const asciiNames =
  "quot:22 QUOT:22 amp:26 AMP:26 apos:27 lt:3c LT:3c gt:3e GT:3e excl:21 num:23 dollar:24 percnt:25 lpar:28 rpar:29 ast:2a midast:2a plus:2b comma:2c period:2e sol:2f colon:3a semi:3b equals:3d quest:3f commat:40 lsqb:5b lbrack:5b bsol:5c rsqb:5d rbrack:5d Hat:5e lowbar:5f UnderBar:5f grave:60 DiacriticalGrave:60 lcub:7b lbrace:7b verbar:7c vert:7c VerticalLine:7c rcub:7d rbrace:7d Tab:9 NewLine:a hyphen:2010 dash:2010 euro:20ac";

const latinNames =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

let names: ReadonlyMap<string, number> | null = null;

/** Code points by name, parsed at the first lookup. */
export function entityNames(): ReadonlyMap<string, number> {
  names ??= new Map([
    ...asciiNames.split(" ").map((entry): [string, number] => {
      const [name = "", hex = ""] = entry.split(":");
      return [name, Number.parseInt(hex, 16)];
    }),
    ...latinNames.split(" ").map((name, at): [string, number] => [name, 0xa0 + at]),
  ]);
  return names;
}
