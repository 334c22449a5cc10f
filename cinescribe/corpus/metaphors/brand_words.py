"""Brands and what to write instead: annotators write common words for them (VMCD, appendix A.1)."""

from __future__ import annotations

from collections.abc import Mapping


def _brands(table: Mapping[str, str]) -> dict[str, str]:
    return {brand: instead for instead, brands in table.items() for brand in brands.split(", ")}


# By the common word. All in lower case.
BRANDS = _brands(
    {
        "drink": "coke, coca cola, coca-cola, pepsi, fanta, heineken, budweiser, guinness, carlsberg, "
        "red bull, gatorade, mountain dew, dr pepper, 7up, nescafe, starbucks, evian, perrier, schweppes, bacardi, "
        "smirnoff, nespresso, lipton, tropicana",
        "snack": "doritos, pringles, cheetos, kit kat, kitkat, snickers, oreo, m&m's, nutella, toblerone, haribo, "
        "skittles, twix",
        "food": "mcdonald's, mcdonalds, kfc, burger king, subway sandwich, domino's, heinz, kellogg's, nestle, kraft, "
        "ben & jerry's, haagen-dazs, taco bell, wendy's, pizza hut",
        "shoe": "nike, adidas, reebok, converse sneaker, crocs, timberland, asics, skechers, new balance",
        "clothes": "levi's, levis, zara, h&m, gucci, prada, chanel, uniqlo, burberry, lacoste, calvin klein, versace",
        "car": "audi, bmw, mercedes, mercedes-benz, volkswagen, toyota, honda, ferrari, porsche, lamborghini, tesla, "
        "nissan, hyundai, kia, renault, peugeot, fiat, volvo, chevrolet, chevy, lexus, subaru, mazda, mitsubishi, "
        "chrysler, cadillac, skoda, citroen, ford mustang, land rover, jeep wrangler, buick, bugatti, maserati",
        "motorcycle": "harley-davidson, harley davidson, yamaha, ducati, kawasaki",
        "tyre": "michelin, goodyear, pirelli, bridgestone",
        "phone": "iphone, samsung, nokia, huawei, xiaomi, motorola, blackberry phone, oneplus",
        "computer": "macbook, ipad, imac, microsoft, lenovo, ibm, intel, asus, thinkpad",
        "game console": "playstation, xbox, nintendo, sega, gameboy",
        "camera": "nikon, gopro, kodak, polaroid",
        "electronics": "sony, panasonic, philips, lg electronics, toshiba, bose, siemens, bosch, dyson",
        "website": "google, facebook, youtube, instagram, twitter, tiktok, ebay, netflix, wikipedia, linkedin, "
        "airbnb, spotify, snapchat, whatsapp, reddit",
        "soap": "colgate, nivea, gillette, old spice, l'oreal, loreal, pantene, ariel detergent, procter, listerine, "
        "head & shoulders, vaseline, neutrogena, garnier, axe deodorant",
        "cosmetics": "maybelline, revlon, sephora, clinique, estee lauder",
        "nappy": "pampers, huggies",
        "tissue": "kleenex",
        "toy": "lego, barbie, hasbro, mattel, playmobil",
        "shop": "ikea, walmart, tesco, lidl, aldi, costco, carrefour, amazon.com, sainsbury's, marks & spencer",
        "bank card": "mastercard, american express, paypal, visa card",
        "bank": "hsbc, barclays, jpmorgan, citibank, ing direct",
        "parcel service": "fedex, ups parcel, dhl",
        "airline": "lufthansa, ryanair, easyjet, emirates airline, british airways, klm, qantas, air france",
        "watch": "rolex, omega watch, casio, fitbit",
        "cigarette": "marlboro, camel cigarettes, lucky strike",
        "medicine": "aspirin bayer, viagra, tylenol, advil, pfizer",
        "telephone company": "vodafone, verizon, at&t, t-mobile, sprint corporation",
        "football player": "messi, ronaldo, beckham, maradona, neymar, zidane",
        "athlete": "usain bolt, michael jordan, lebron james, serena williams, muhammad ali, tiger woods, federer",
        "scientist": "einstein, newton's",
        "painter": "picasso, van gogh, da vinci, rembrandt",
        "composer": "mozart, beethoven",
    }
)

# Brands that are also common words: they are meant where they have a capital inside a sentence.
AMBIGUOUS = {
    "apple": "computer",
    "amazon": "shop",
    "puma": "shoe",
    "jaguar": "car",
    "mustang": "car",
    "beetle": "car",
    "ford": "car",
    "mini": "car",
    "smart": "car",
    "shell": "petrol",
    "dove": "soap",
    "tide": "detergent",
    "axe": "deodorant",
    "orange": "telephone company",
    "visa": "bank card",
    "sprite": "drink",
    "corona": "drink",
    "mars": "snack",
    "galaxy": "phone",
    "blackberry": "phone",
    "windows": "computer",
    "target": "shop",
    "gap": "clothes",
    "diesel": "clothes",
    "camel": "cigarette",
    "omega": "watch",
    "jordan": "athlete",
    "subway": "food",
    "wrangler": "clothes",
    "kinder": "snack",
    "canon": "camera",
    "swatch": "watch",
}
